#include "core/gatherer/gatherer.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>

#include <stdexcept>

namespace lensboard::gatherer {

hook::Hook gatherForward(hook::ModelTap &tap, hook::ModuleId module, const InspectorState &state,
                         preprocessor::ForwardPreprocessor &preprocessor, preprocessor::Slot slot)
{
    return tap.afterForward(module, [&, module, slot](std::span<const at::Tensor>, const at::Tensor &output) {
        if (!state.active)
            return;
        const bool training = state.evaluationFromGrad ? at::GradMode::is_enabled() : tap.isTraining(module);
        preprocessor.processForward(slot, output, training);
    });
}

hook::Hook gatherParameterGradient(hook::ModelTap &tap, hook::ModuleId module, const std::string &parameter,
                                   const InspectorState &state, preprocessor::TensorPreprocessor &preprocessor,
                                   preprocessor::Slot slot)
{
    return tap.onParameterGradient(module, parameter, [&, slot](const at::Tensor &gradient) {
        if (state.active)
            preprocessor.processTensor(slot, gradient);
    });
}

hook::Hook gatherOptimizerStep(hook::ModelTap &tap, hook::ModuleId module, const std::string &parameter,
                               const InspectorState &state, preprocessor::TensorPreprocessor &preprocessor,
                               preprocessor::Slot slot)
{
    const at::Tensor tensor = tap.parameter(module, parameter);
    if (!tensor.defined())
        throw std::invalid_argument("layer \"" + tap.modules()[module].name + "\" has no parameter \"" + parameter
                                    + '"');
    return tap.afterStep([&, tensor, slot] {
        if (state.active)
            preprocessor.processTensor(slot, tensor);
    });
}

} // namespace lensboard::gatherer
