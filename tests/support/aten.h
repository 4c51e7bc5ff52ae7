#pragma once

#include "core/tensor/tensor.h"

#include <ATen/core/Tensor.h>

namespace lensboard::test {

/// Returns LibTorch's tensor behind \p tensor. \p tensor must be defined.
inline at::Tensor aten(const Tensor &tensor)
{
    return tensor;
}

} // namespace lensboard::test
