#pragma once

#include "core/torch_fwd.h"

#include <functional>
#include <memory>

namespace lensboard::model {

/// A model's modules and its forward function.
struct Model
{
    std::shared_ptr<torch::nn::Module> module;
    /// Shape:  inputs [N, *] to scores [N, classes]; for a text, tokens [N, T] to [N, classes, T].
    std::function<at::Tensor(const at::Tensor &)> forward;
};

} // namespace lensboard::model
