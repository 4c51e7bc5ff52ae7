#pragma once

#include "core/experiment/experiment.h"
#include "core/torch_fwd.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace lensboard::model {

/// A model ready to be trained: its modules and how to run them.
struct Model
{
    std::shared_ptr<torch::nn::Module> module;
    std::function<at::Tensor(const at::Tensor &)> forward; ///< inputs [N, *] to class scores [N, classes]
};

/// The model of this kind for inputs of \p inputShape (without the batch). Every layer is tapped.
/// Draws its weights from LibTorch's default generator.
/// Errors: std::invalid_argument if there is no such kind, or the inputs do not fit it.
Model makeModel(const experiment::Choice &choice, const std::vector<std::int64_t> &inputShape, std::int64_t classes);

} // namespace lensboard::model
