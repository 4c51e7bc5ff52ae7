#include "core/training/optimizers.h"

#include <torch/optim/adam.h>
#include <torch/optim/sgd.h>

#include <stdexcept>

namespace lensboard::training {

std::unique_ptr<torch::optim::Optimizer> makeOptimizer(const experiment::Choice &choice,
                                                       std::vector<at::Tensor> parameters)
{
    const auto lr = choice.get<double>("lr");
    const auto decay = choice.get<double>("weight_decay");
    if (choice.kind == "sgd")
        return std::make_unique<torch::optim::SGD>(std::move(parameters),
                                                   torch::optim::SGDOptions(lr)
                                                       .momentum(choice.get<double>("momentum"))
                                                       .weight_decay(decay)
                                                       .nesterov(choice.get<bool>("nesterov")));
    if (choice.kind == "adam")
        return std::make_unique<torch::optim::Adam>(
            std::move(parameters), torch::optim::AdamOptions(lr)
                                       .betas({choice.get<double>("beta1"), choice.get<double>("beta2")})
                                       .eps(choice.get<double>("eps"))
                                       .weight_decay(decay));
    throw std::invalid_argument("there is no optimizer \"" + choice.kind + '"');
}

void setLearningRate(torch::optim::Optimizer &optimizer, double rate)
{
    for (auto &group : optimizer.param_groups())
        group.options().set_lr(rate);
}

} // namespace lensboard::training
