#pragma once

#include "core/experiment/experiment.h"
#include "core/session/trainer.h"

namespace lensboard::session {

/// Trains as one of several processes that is not the first: does what the first one does, measures its part of lenses for it, and records nothing. Returns
/// when the training is over.
/// Errors: what the trainer throws.
void trainAlong(experiment::Experiment experiment, const TrainingStart &start);

} // namespace lensboard::session
