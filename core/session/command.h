#pragma once

#include "core/experiment/roster.h"

namespace lensboard::session {

/// A request to a training, from a window, a program or another process. The training follows it before its next batch.
struct Command
{
    /// Interrupt: stop, within the current batch if possible.
    enum class Kind { Start, Pause, Step, StepToTick, Stop, LearningRate, Watcher, Checkpoint, Interrupt };

    Kind kind = Kind::Start;
    double learningRate = 0;
    experiment::WatcherChange change = {};
};

} // namespace lensboard::session
