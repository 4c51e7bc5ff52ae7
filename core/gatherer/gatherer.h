#pragma once

#include "core/gatherer/inspector_state.h"
#include "core/hook/model_tap.h"
#include "core/preprocessor/preprocessor.h"

/// When data is taken. Each gatherer hangs a hook that hands a layer's data to a preprocessor while the inspector
/// is active; the hook goes with the handle. State and preprocessor outlive it.
namespace lensboard::gatherer {

/// After each forward of a module: its output, and whether this is training.
/// Errors: std::invalid_argument if the module cannot be tapped.
[[nodiscard]] hook::Hook gatherForward(hook::ModelTap &tap, hook::ModuleId module, const InspectorState &state,
                                       preprocessor::ForwardPreprocessor &preprocessor, preprocessor::Slot slot);

/// After each backward pass: a parameter's accumulated gradient.
/// Errors: std::invalid_argument if there is none of this name that requires a gradient.
[[nodiscard]] hook::Hook gatherParameterGradient(hook::ModelTap &tap, hook::ModuleId module,
                                                 const std::string &parameter, const InspectorState &state,
                                                 preprocessor::TensorPreprocessor &preprocessor,
                                                 preprocessor::Slot slot);

/// After each optimizer step: the parameter.
/// Errors: std::invalid_argument if there is none of this name.
[[nodiscard]] hook::Hook gatherOptimizerStep(hook::ModelTap &tap, hook::ModuleId module,
                                             const std::string &parameter, const InspectorState &state,
                                             preprocessor::TensorPreprocessor &preprocessor,
                                             preprocessor::Slot slot);

} // namespace lensboard::gatherer
