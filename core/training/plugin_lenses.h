#pragma once

#include "core/experiment/experiment.h"
#include "core/lens/lens_factory.h"
#include "core/session/trainer.h"

namespace lensboard::training {

/// Makes the custom lenses of \p experiment, from the plug-ins that they name. These are loaded when the first of their lenses is made.
/// Errors, when it makes one: std::runtime_error naming the plug-in, if it cannot be loaded, or has no such lens.
lens::CustomLensMaker pluginLenses(const experiment::Experiment &experiment, const session::TrainingStart &start);

} // namespace lensboard::training
