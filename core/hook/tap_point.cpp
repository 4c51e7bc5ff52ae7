#include "core/hook/tap_point.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>

#include <mutex>
#include <utility>

namespace lensboard::hook {

namespace {

using GradientWatchers = WatcherList<const at::Tensor &>;

bool watchesGradient(const GradientWatchers &watchers, const at::Tensor &tensor)
{
    return !watchers.empty() && tensor.requires_grad() && at::GradMode::is_enabled();
}

void watchGradient(const GradientWatchers &watchers, const at::Tensor &tensor)
{
    tensor.register_hook([watchers](const at::Tensor &gradient) {
        const std::lock_guard alone(watcherMutex());
        watchers.notify(gradient);
    });
}

thread_local const TapPoint *running = nullptr;

} // namespace

TapPoint::Running::Running(const TapPoint &point) : m_outer(std::exchange(running, &point)) {}

TapPoint::Running::~Running()
{
    running = m_outer;
}

const TapPoint *TapPoint::Running::innermost()
{
    return running;
}

at::Tensor TapPoint::observe(const at::Tensor &input,
                             const std::function<at::Tensor(const at::Tensor &)> &forward)
{
    const std::span inputs(&input, 1);
    at::Tensor output = forward(enter(inputs));
    leave(inputs, std::span(&output, 1));
    return output;
}

at::Tensor TapPoint::enter(std::span<const at::Tensor> inputs, Pass pass) const
{
    if (pass == Pass::First)
        beforeForward.notify(inputs);
    if (inputs.empty())
        return {};
    const at::Tensor &input = inputs.front();
    if (!watchesGradient(inputGradient, input))
        return input;
    at::Tensor through = input.view_as(input); // its gradient is this module's share, not that of all consumers
    watchGradient(inputGradient, through);
    return through;
}

void TapPoint::enterUnchanged(std::span<const at::Tensor> inputs, Pass pass) const
{
    if (pass == Pass::First)
        beforeForward.notify(inputs);
    if (!inputs.empty() && watchesGradient(inputGradient, inputs.front()))
        watchGradient(inputGradient, inputs.front());
}

void TapPoint::leave(std::span<const at::Tensor> inputs, std::span<const at::Tensor> outputs, Pass pass) const
{
    if (pass == Pass::First) {
        afterForward.notify(inputs, outputs.front());
        allOutputs.notify(outputs);
    }
    if (watchesGradient(outputGradient, outputs.front()))
        watchGradient(outputGradient, outputs.front());
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
