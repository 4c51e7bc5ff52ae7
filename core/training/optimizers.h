#pragma once

#include "core/experiment/experiment.h"
#include "core/torch_fwd.h"

#include <memory>
#include <vector>

namespace torch::optim {
class Optimizer;
}

namespace lensboard::training {

/// The optimizer of this kind over \p parameters.
/// Errors: std::invalid_argument if there is no such kind.
std::unique_ptr<torch::optim::Optimizer> makeOptimizer(const experiment::Choice &choice,
                                                       std::vector<at::Tensor> parameters);

void setLearningRate(torch::optim::Optimizer &optimizer, double rate);

} // namespace lensboard::training
