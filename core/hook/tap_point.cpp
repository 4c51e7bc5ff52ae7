#include "core/hook/tap_point.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>

namespace lensboard::hook {

at::Tensor TapPoint::observe(const at::Tensor &input,
                             const std::function<at::Tensor(const at::Tensor &)> &forward)
{
    const std::span inputs(&input, 1);
    beforeForward.notify(inputs);
    at::Tensor through = input;
    if (!inputGradient.empty() && input.requires_grad() && at::GradMode::is_enabled()) {
        through = input.view_as(input); // its gradient is this module's share, not that of all consumers
        through.register_hook([watchers = inputGradient](const at::Tensor &gradient) { watchers.notify(gradient); });
    }
    at::Tensor output = forward(through);
    afterForward.notify(inputs, output);
    if (!outputGradient.empty() && output.requires_grad() && at::GradMode::is_enabled())
        output.register_hook([watchers = outputGradient](const at::Tensor &gradient) { watchers.notify(gradient); });
    return output;
}

std::string pyTorchName(const std::string &className)
{
    std::string name = className.substr(0, className.find('<'));
    if (const auto colon = name.rfind(':'); colon != std::string::npos)
        name.erase(0, colon + 1);
    if (name.ends_with("Impl"))
        name.resize(name.size() - 4);
    return name;
}

} // namespace lensboard::hook
