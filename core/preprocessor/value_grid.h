#pragma once

#include "core/tensor/tensor.h"

#include <array>
#include <cstddef>
#include <vector>

/// Bins of histograms, equal for all layers and ticks, so that they can be compared. Logarithmic on both sides of zero, two bins per
/// decade from 1e-8 to 1e4, one bin around zero, and one bin at each end for all larger magnitudes, with the nominal limit 1e5.
namespace lensboard::preprocessor {

inline constexpr std::size_t kGridBins = 51;
using GridCounts = std::array<double, kGridBins>;

/// Ascending; one more than bins.
const std::vector<double> &gridEdges();

/// Adds the counts of \p x [n] by bin. A bin includes its edge nearer to zero, and excludes the other; the bin around zero excludes
/// both. Values that are not finite are not counted. Compares in single precision.
template <typename T> void countOnGrid(const T *x, std::size_t n, GridCounts &counts);

/// Counts a tensor on its device: without waiting, by PyTorch's operators.
///
/// Shape:  \p values of floating point. Returns [kGridBins], float64.
Tensor countedOnGrid(const Tensor &values);

} // namespace lensboard::preprocessor
