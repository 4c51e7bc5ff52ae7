#pragma once

#include "core/tensor/tensor.h"

#include <ATen/core/Tensor.h>

namespace lensboard::test {

/// LibTorch's tensor behind \p tensor, which must be defined.
inline at::Tensor aten(const Tensor &tensor)
{
    return tensor;
}

} // namespace lensboard::test
