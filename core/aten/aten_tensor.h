#pragma once

#include "core/tensor/tensor.h"

#include <ATen/core/Tensor.h>

#include <span>
#include <vector>

/// Views of LibTorch's tensors. Tensor converts from and to at::Tensor; these functions convert several at once.
namespace lensboard {

std::vector<Tensor> viewsOf(std::span<const at::Tensor> tensors);
NamedTensors viewsOf(const std::vector<std::pair<std::string, at::Tensor>> &tensors);
std::vector<at::Tensor> atenOf(std::span<const Tensor> tensors);

} // namespace lensboard
