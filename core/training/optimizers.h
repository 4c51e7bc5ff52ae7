#pragma once

#include "core/experiment/experiment.h"
#include "core/torch_fwd.h"

#include <memory>
#include <string>
#include <vector>

namespace torch::optim {
class Optimizer;
}

namespace lensboard::training {

/// The optimizer of this kind over \p parameters.
/// Errors: std::invalid_argument if there is no such kind.
std::unique_ptr<torch::optim::Optimizer> makeOptimizer(const experiment::Choice &choice,
                                                       std::vector<at::Tensor> parameters);

/// What the optimizer keeps of its parameters from step to step, as LibTorch serialises it.
std::string serialised(const torch::optim::Optimizer &optimizer);
/// Errors: std::runtime_error if \p bytes are not of such an optimizer over such parameters.
void restoreOptimizer(torch::optim::Optimizer &optimizer, const std::string &bytes);

void setLearningRate(torch::optim::Optimizer &optimizer, double rate);

} // namespace lensboard::training
