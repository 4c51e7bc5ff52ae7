#pragma once

#include "core/tensor/tensor.h"

#include <vector>

namespace lensboard::preprocessor {

/// Returns true if \p tensor can be measured: defined, floating point, not sparse, not empty.
bool isMeasurable(const Tensor &tensor);

/// Returns \p tensor on the CPU without gradient, in dense memory: the same tensor if possible, in any layout, otherwise a
/// contiguous copy. float32 and float64 keep their precision, other types become float32.
Tensor asDense(const Tensor &tensor);

/// Does the same as asDense(), but in C order.
Tensor asContiguous(const Tensor &tensor);

/// Copies numbers to the host, all at once. \p numbers: of one element each, in float64, on any devices.
std::vector<double> readTogether(std::vector<Tensor> numbers);

} // namespace lensboard::preprocessor
