#pragma once

#include "core/experiment/experiment.h"
#include "core/session/trainer.h"

#include <memory>

namespace lensboard::session {

/// Loads the training engine, and LibTorch with it, on first use; makes a trainer for \p experiment.
/// Takes about a second the first time, so call it off the window's thread.
///
/// Errors: std::runtime_error if the engine is not there or is of another version.
/// Thread: any.
std::unique_ptr<Trainer> makeTrainer(const experiment::Experiment &experiment);

} // namespace lensboard::session
