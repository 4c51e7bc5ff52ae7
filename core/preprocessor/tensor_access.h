#pragma once

#include "core/tensor/tensor.h"

namespace lensboard::preprocessor {

/// Whether numbers can be computed of \p tensor: defined, floating point, not sparse, not empty.
bool isMeasurable(const Tensor &tensor);

/// Returns \p tensor on the CPU without gradient, in memory without holes: itself if it is so, of whatever layout, else a
/// contiguous copy. float32 and float64 keep their precision, all else becomes float32.
Tensor asDense(const Tensor &tensor);

/// As asDense(), in C order.
Tensor asContiguous(const Tensor &tensor);

} // namespace lensboard::preprocessor
