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

/// Creates the optimizer selected by \p wanted for \p parameters.
std::unique_ptr<torch::optim::Optimizer> makeOptimizer(const settings::Optimizer &wanted,
                                                       std::vector<at::Tensor> parameters);

/// Returns the optimizer's internal state, serialised by LibTorch.
std::string serialised(const torch::optim::Optimizer &optimizer);
/// Errors: std::runtime_error if \p bytes do not match the optimizer's kind and parameters.
void restoreOptimizer(torch::optim::Optimizer &optimizer, const std::string &bytes);

void setLearningRate(torch::optim::Optimizer &optimizer, double rate);

} // namespace lensboard::training
