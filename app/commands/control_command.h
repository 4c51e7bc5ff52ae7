#pragma once

#include <optional>
#include <string>
#include <vector>

namespace lensboard::app {

struct ControlOptions
{
    std::string run; ///< the run file that the training records
    std::vector<std::string> lenses; ///< NAME=on, NAME=off, NAME={settings}
    std::optional<double> learningRate;
    bool pause = false, goOn = false, step = false, stepToTick = false, stop = false, checkpoint = false;
    bool status = false;
    bool ended = false; ///< declares that the process recording the run has ended
    bool json = false;
};

/// `lensboard control`: sends commands to the training that records a run in another process of this user, and prints its status.
/// Returns kDone, kTrainingFailed if it refuses a command or does not answer, or kBadInput, also if no training accepts commands for
/// the run.
int control(const ControlOptions &options);

} // namespace lensboard::app
