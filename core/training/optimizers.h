#pragma once

#include "core/experiment/settings/optimizer_settings.h"
#include "core/torch_fwd.h"

#include <memory>
#include <string>
#include <vector>

namespace torch::optim {
class Optimizer;
}

namespace lensboard::training {

/// The optimizer of this kind over \p parameters.
std::unique_ptr<torch::optim::Optimizer> makeOptimizer(const settings::Optimizer &wanted,
                                                       std::vector<at::Tensor> parameters);

/// What the optimizer keeps of its parameters from step to step, as LibTorch serialises it.
std::string serialised(const torch::optim::Optimizer &optimizer);
/// Errors: std::runtime_error if \p bytes are not of such an optimizer over such parameters.
void restoreOptimizer(torch::optim::Optimizer &optimizer, const std::string &bytes);

void setLearningRate(torch::optim::Optimizer &optimizer, double rate);

} // namespace lensboard::training
