#pragma once

#include "core/experiment/experiment.h"
#include "core/session/trainer.h"

namespace lensboard::session {

/// Trains as one of several processes, but not the first: repeats the first process's commands, measures its part of the lenses, and does not
/// record. Returns when the training is over.
/// Errors: same as the trainer.
void trainAlong(experiment::Experiment experiment, const TrainingStart &start);

} // namespace lensboard::session
