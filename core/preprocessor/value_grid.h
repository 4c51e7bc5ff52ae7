#pragma once

#include "core/tensor/tensor.h"

#include <array>
#include <cstddef>
#include <vector>

/// The bins of histograms: the same of all layers and at all times, so that they compare. Logarithmic on either side of zero, two bins a
/// decade from 1e-8 to 1e4, one bin around zero, and at each end one for all that is beyond, which ends at 1e5 by name.
namespace lensboard::preprocessor {

inline constexpr std::size_t kGridBins = 51;
using GridCounts = std::array<double, kGridBins>;

/// Rising; one more than bins.
const std::vector<double> &gridEdges();

/// Adds how many of \p x [n] each bin has: from its edge nearer to zero on, without the other; to the bin around zero what is nearer than
/// its edges. Values that are not finite are in none. Measured in single precision.
template <typename T> void countOnGrid(const T *x, std::size_t n, GridCounts &counts);

/// The same for a tensor where it lies: without a wait, by PyTorch's operators.
///
/// Shape:  \p values of floating point. Returns [kGridBins], float64.
Tensor countedOnGrid(const Tensor &values);

} // namespace lensboard::preprocessor
