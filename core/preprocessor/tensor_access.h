#pragma once

#include "core/torch_fwd.h"

namespace lensboard::preprocessor {

/// Whether numbers can be computed of \p tensor: defined, floating point, not sparse, not empty.
bool isMeasurable(const at::Tensor &tensor);

/// Returns \p tensor on the CPU without gradient, in memory without holes: itself if it is so, of whatever layout, else a
/// contiguous copy. float32 and float64 keep their precision, all else becomes float32.
at::Tensor asDense(const at::Tensor &tensor);

/// As asDense(), in C order.
at::Tensor asContiguous(const at::Tensor &tensor);

} // namespace lensboard::preprocessor
