#pragma once

#include "core/tensor/tensor.h"

#include <cstdint>
#include <vector>

/// Operations on lists of tensors. They call few operators, however many tensors a list has, since a device needs time to begin each.
///
/// Shape:  the tensors of a list have one floating-point type and one device, and are not empty. Results stay on the device.
namespace lensboard {

inline constexpr std::int64_t kMaxListPart = std::int64_t{1} << 22; ///< values of a list, or of a part of a tensor, that are copied at a time

/// Returns copies without a gradient.
std::vector<Tensor> cloned(const std::vector<Tensor> &x);

/// Returns each x - y, in single precision at least. The shapes may be flattened.
std::vector<Tensor> differences(const std::vector<Tensor> &x, const std::vector<Tensor> &y);

/// Returns the L2 norm of each tensor, with sums in float64.
///
/// Shape:  [count], float64
Tensor norms(const std::vector<Tensor> &x);

/// Returns the L2 norm of each x - y, without a copy of all differences.
///
/// Shape:  [count], float64
Tensor distances(const std::vector<Tensor> &x, const std::vector<Tensor> &y);

/// Returns for each tensor the number of values with |x| > \p eps, then for each tensor the number of rows without one. NaN is not counted. A
/// row is all values at one position in the first dimension.
///
/// Shape:  [2 · count], float64
Tensor activeCounts(const std::vector<Tensor> &x, double eps);

} // namespace lensboard
