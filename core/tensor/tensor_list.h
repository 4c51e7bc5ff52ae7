#pragma once

#include "core/tensor/tensor.h"

#include <cstdint>
#include <functional>
#include <optional>
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

using TensorLists = std::vector<std::vector<Tensor>>;

/// Returns a norm of \p order 1 or 2 for each position in \p lists, with sums in float64: the norm of the tensor that \p compute makes of the
/// tensors at this position. \p compute gets lists of at most kMaxListPart values; large tensors come in parts. The lists' types may differ;
/// lists after the first may have tensors of one element.
///
/// Shape:  [count], float64
Tensor norms(const TensorLists &lists, double order, const std::function<std::vector<Tensor>(const TensorLists &parts)> &compute);

/// Returns the tensors in single precision at least, all flattened if one of them is not.
TensorLists widened(const TensorLists &lists);

/// \{
/// Element by element, with a number or with the tensors at the same positions. A tensor of one element is used for all elements of its partner.
std::vector<Tensor> products(const std::vector<Tensor> &x, double factor);
std::vector<Tensor> products(const std::vector<Tensor> &x, const std::vector<Tensor> &y);
std::vector<Tensor> quotients(const std::vector<Tensor> &x, const std::vector<Tensor> &y);
std::vector<Tensor> quotients(const std::vector<Tensor> &x, double divisor);
std::vector<Tensor> quotients(const std::vector<Tensor> &x, const Tensor &divisor); ///< of one element, on any device
std::vector<Tensor> sums(const std::vector<Tensor> &x, double summand);
std::vector<Tensor> sums(const std::vector<Tensor> &x, const std::vector<Tensor> &y);
std::vector<Tensor> clampedMin(const std::vector<Tensor> &x, double least);
std::vector<Tensor> squareRoots(const std::vector<Tensor> &x);
std::vector<Tensor> reciprocals(const std::vector<Tensor> &x);
/// \}

/// Returns the only element of \p x if it is in the host's memory.
std::optional<double> numberOnHost(const Tensor &x);

/// Returns each x / \p scale, in single precision at least, so that small values do not vanish. The shapes stay. Returns \p x if \p scale is undefined.
///
/// Shape:  \p scale has one element, on any device
std::vector<Tensor> unscaled(const std::vector<Tensor> &x, const Tensor &scale);

/// Returns the L2 norm of each x - y, without a copy of all differences.
///
/// Shape:  [count], float64
Tensor distances(const std::vector<Tensor> &x, const std::vector<Tensor> &y);

/// Returns the sum of each vector of counts, then for each the number of zeros.
///
/// Shape:  the vectors have any one type; [2 · count], float64
Tensor sumsAndZeros(const std::vector<Tensor> &counts);

/// Returns for each tensor the number of values with |x| > \p eps, then for each tensor the number of rows without one. NaN is not counted. A
/// row is all values at one position in the first dimension.
///
/// Shape:  [2 · count], float64
Tensor activeCounts(const std::vector<Tensor> &x, double eps);

} // namespace lensboard
