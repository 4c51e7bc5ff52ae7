#pragma once

#include "core/torch_fwd.h"

namespace lensboard::preprocessor {

/// Whether numbers can be computed of \p tensor: defined, floating point, not sparse, not empty.
bool isMeasurable(const at::Tensor &tensor);

/// \p tensor as float32 on the CPU without gradient, in memory without holes: itself if it is so, of whatever
/// layout, else a contiguous copy.
at::Tensor asDenseFloat(const at::Tensor &tensor);

/// As asDenseFloat(), in C order.
at::Tensor asContiguousFloat(const at::Tensor &tensor);

} // namespace lensboard::preprocessor
