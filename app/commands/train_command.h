#pragma once

#include <string>
#include <vector>

namespace lensboard::app {

struct TrainOptions
{
    std::string experiment; ///< empty: the experiment of the resumed or continued run
    std::string resume; ///< run file to resume; empty: start a new run
    std::string from;   ///< run file or checkpoint that a new run continues from; empty: none
    std::string saveModel; ///< path for the trained model; empty: do not save it
    std::string out; ///< path of the run file; empty: the default folder
    long long epochs = 0; ///< 0: as in the experiment
    std::vector<std::string> assignments;
    bool withoutLenses = false;
    bool withoutControl = false; ///< rejects commands from other processes
    bool trustModel = false; ///< allows TorchScript files to run; they are programs
    bool print = false;
    int processes = 0; ///< processes on this machine; 0: as in the experiment
    int joinSeconds = 60; ///< seconds that processes wait for each other at the start
    std::vector<std::string> stopOn; ///< rules with findings that stop the training; empty: none
    std::string tensorboard; ///< folder for TensorBoard event files; empty: none
};

/// `lensboard train`: trains without a window, records a run and shows progress. Ctrl-C stops after the batch and keeps the run;
/// a second Ctrl-C stops at once.
int train(const TrainOptions &given);

/// `lensboard worker`: trains as a further process of a training recorded by another process.
int work(const std::string &plan, int rank);

} // namespace lensboard::app
