#include "core/training/gradient_clipping.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/stack.h>

namespace lensboard::training {

void clipGradients(const experiment::Choice &choice, const std::vector<at::Tensor> &parameters)
{
    if (choice.kind == "none")
        return;
    const at::NoGradGuard noGradients;
    const auto limit = choice.get<double>("limit");
    std::vector<at::Tensor> gradients, norms;
    for (const at::Tensor &parameter : parameters)
        if (parameter.grad().defined())
            gradients.push_back(parameter.grad());
    if (choice.kind == "value") {
        for (at::Tensor &gradient : gradients)
            gradient.clamp_(-limit, limit);
        return;
    }
    if (gradients.empty())
        return;
    for (const at::Tensor &gradient : gradients)
        norms.push_back(gradient.norm());
    constexpr double kEpsilon = 1e-6; // as PyTorch has it
    const at::Tensor scale = at::stack(norms).norm().add(kEpsilon).reciprocal().mul(limit).clamp_max(1);
    for (at::Tensor &gradient : gradients)
        gradient.mul_(scale);
}

} // namespace lensboard::training
