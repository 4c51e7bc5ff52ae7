#pragma once

#include "core/torch_fwd.h"

#include <functional>
#include <memory>

namespace lensboard::model {

/// A model ready to be trained: its modules and how to run them.
struct Model
{
    std::shared_ptr<torch::nn::Module> module;
    /// Shape:  inputs [N, *] to scores [N, classes]; of a text, tokens [N, T] to [N, classes, T].
    std::function<at::Tensor(const at::Tensor &)> forward;
};

} // namespace lensboard::model
