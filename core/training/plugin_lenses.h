#pragma once

#include "core/experiment/experiment.h"
#include "core/lens/lens_factory.h"
#include "core/session/trainer.h"

namespace lensboard::training {

/// Returns a function that creates the custom lenses of \p experiment. It loads a plug-in when the plug-in's first lens is created.
/// Errors of the function: std::runtime_error naming the plug-in, if it cannot be loaded or has no such lens.
lens::CustomLensMaker pluginLenses(const experiment::Experiment &experiment, const session::TrainingStart &start);

} // namespace lensboard::training
