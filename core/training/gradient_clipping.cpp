#include "core/training/gradient_clipping.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/stack.h>

#include <variant>

namespace lensboard::training {

namespace {

std::vector<at::Tensor> gradientsOf(const std::vector<at::Tensor> &parameters)
{
    std::vector<at::Tensor> gradients;
    for (const at::Tensor &parameter : parameters)
        if (parameter.grad().defined())
            gradients.push_back(parameter.grad());
    return gradients;
}

void clip(std::vector<at::Tensor> gradients, const settings::ClipValue &value)
{
    for (at::Tensor &gradient : gradients)
        gradient.clamp_(-value.limit, value.limit);
}

void clip(std::vector<at::Tensor> gradients, const settings::ClipNorm &norm)
{
    if (gradients.empty())
        return;
    std::vector<at::Tensor> norms;
    for (const at::Tensor &gradient : gradients)
        norms.push_back(gradient.norm());
    constexpr double kEpsilon = 1e-6; // same as in PyTorch
    const at::Tensor scale = at::stack(norms).norm().add(kEpsilon).reciprocal().mul(norm.limit).clamp_max(1);
    for (at::Tensor &gradient : gradients)
        gradient.mul_(scale);
}

} // namespace

void clipGradients(const settings::Clipping &clipping, const std::vector<at::Tensor> &parameters)
{
    const at::NoGradGuard noGradients;
    std::visit(settings::Overloaded{[](const settings::NoClipping &) {},
                                    [&](const auto &settings) { clip(gradientsOf(parameters), settings); }},
               clipping);
}

} // namespace lensboard::training
