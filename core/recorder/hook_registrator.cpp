#include "core/recorder/hook_registrator.h"

#include <utility>

namespace lensboard::recorder {

HookRegistrator<InputHook> forwardPreHooks(InputHook hook)
{
    return {[](hook::ModelTap &tap, hook::ModuleId module, InputHook callback) {
                return tap.beforeForward(module, [module, callback](std::span<const Tensor> inputs) { callback(module, inputs); });
            },
            std::move(hook)};
}

HookRegistrator<OutputHook> forwardHooks(OutputHook hook)
{
    return {[](hook::ModelTap &tap, hook::ModuleId module, OutputHook callback) {
                return tap.afterForward(module, [module, callback](std::span<const Tensor> inputs, const Tensor &output) {
                    callback(module, inputs, output);
                });
            },
            std::move(hook)};
}

HookRegistrator<GradientHook> backwardInputHooks(GradientHook hook)
{
    return {[](hook::ModelTap &tap, hook::ModuleId module, GradientHook callback) {
                return tap.onInputGradient(module, [module, callback](const Tensor &gradient) { callback(module, gradient); });
            },
            std::move(hook)};
}

HookRegistrator<GradientHook> backwardOutputHooks(GradientHook hook)
{
    return {[](hook::ModelTap &tap, hook::ModuleId module, GradientHook callback) {
                return tap.onOutputGradient(module, [module, callback](const Tensor &gradient) { callback(module, gradient); });
            },
            std::move(hook)};
}

} // namespace lensboard::recorder
