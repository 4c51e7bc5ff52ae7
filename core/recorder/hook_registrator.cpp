#include "core/recorder/hook_registrator.h"

#include <utility>

namespace lensboard::recorder {

HookRegistrator<InputHook> forwardPreHooks(InputHook hook)
{
    return {[](hook::ModelTap &tap, hook::ModuleId module, InputHook watcher) {
                return tap.beforeForward(module, [module, watcher](std::span<const Tensor> inputs) { watcher(module, inputs); });
            },
            std::move(hook)};
}

HookRegistrator<OutputHook> forwardHooks(OutputHook hook)
{
    return {[](hook::ModelTap &tap, hook::ModuleId module, OutputHook watcher) {
                return tap.afterForward(module, [module, watcher](std::span<const Tensor> inputs, const Tensor &output) {
                    watcher(module, inputs, output);
                });
            },
            std::move(hook)};
}

HookRegistrator<GradientHook> backwardInputHooks(GradientHook hook)
{
    return {[](hook::ModelTap &tap, hook::ModuleId module, GradientHook watcher) {
                return tap.onInputGradient(module, [module, watcher](const Tensor &gradient) { watcher(module, gradient); });
            },
            std::move(hook)};
}

HookRegistrator<GradientHook> backwardOutputHooks(GradientHook hook)
{
    return {[](hook::ModelTap &tap, hook::ModuleId module, GradientHook watcher) {
                return tap.onOutputGradient(module, [module, watcher](const Tensor &gradient) { watcher(module, gradient); });
            },
            std::move(hook)};
}

} // namespace lensboard::recorder
