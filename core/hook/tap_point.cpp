#include "core/hook/tap_point.h"

#include "core/tensor/library.h"

#include <mutex>
#include <utility>

namespace lensboard::hook {

namespace {

using GradientCallbacks = CallbackList<const Tensor &>;

bool watchesGradient(const GradientCallbacks &callbacks, const Tensor &tensor)
{
    return !callbacks.empty() && tensor.requiresGrad() && Library::current().isRecordingGradients();
}

void watchGradient(const GradientCallbacks &callbacks, const Tensor &tensor)
{
    Library::current().onGradient(tensor, [callbacks](const Tensor &gradient) {
        if (!gradient.defined())
            return;
        const std::lock_guard alone(callbackMutex());
        callbacks.notify(gradient);
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

Tensor TapPoint::enter(std::span<const Tensor> inputs, Pass pass) const
{
    if (pass == Pass::First)
        beforeForward.notify(inputs);
    if (inputs.empty())
        return {};
    const Tensor &input = inputs.front();
    if (!watchesGradient(inputGradient, input))
        return input;
    Tensor through = Library::current().viewed(input); // its gradient is only this module's share, not the sum over all users
    watchGradient(inputGradient, through);
    return through;
}

void TapPoint::enterUnchanged(std::span<const Tensor> inputs, Pass pass) const
{
    if (pass == Pass::First)
        beforeForward.notify(inputs);
    if (!inputs.empty() && watchesGradient(inputGradient, inputs.front()))
        watchGradient(inputGradient, inputs.front());
}

void TapPoint::exit(std::span<const Tensor> inputs, std::span<const Tensor> outputs, Pass pass) const
{
    if (pass == Pass::First) {
        afterForward.notify(inputs, outputs.front());
        allOutputs.notify(outputs);
    } else {
        repeatedForward.notify(inputs, outputs.front());
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
