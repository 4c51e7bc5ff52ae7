#pragma once

#include <string>
#include <vector>

namespace lensboard::app {

enum ExitCode { kDone = 0, kTrainingFailed = 1, kNotWhole = 1, kFound = 1, kBadInput = 2 };

struct TrainOptions
{
    std::string experiment; ///< empty: that of the run that is resumed or continued
    std::string resume; ///< the run file to go on with; empty: a new run
    std::string from;   ///< the run file or checkpoint that a new run goes on from; empty: none
    std::string saveModel; ///< where the trained model is written; empty: nowhere
    std::string out; ///< empty: where runs go
    long long epochs = 0; ///< 0: as the experiment says
    std::vector<std::string> assignments;
    bool withoutLenses = false;
    bool withoutControl = false; ///< no orders from other processes
    bool trustModel = false; ///< allows TorchScript files to run; they are programs
    bool print = false;
    int processes = 0; ///< of this machine; 0: as the experiment says
    int joinSeconds = 60; ///< that several processes wait for each other
    std::vector<std::string> stopOn; ///< rules that stop it where they find something; none: none does
    std::string tensorboard; ///< the folder for its event files; empty: none
};

/// `lensboard train`: trains without a window, records, shows progress. Ctrl-C stops after the batch and
/// keeps the run, a second one stops at once.
int train(const TrainOptions &given);

/// `lensboard worker`: trains as a further process of a training recorded by another process.
int work(const std::string &plan, int rank);

} // namespace lensboard::app
