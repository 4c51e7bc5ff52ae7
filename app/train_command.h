#pragma once

#include <string>
#include <vector>

namespace lensboard::app {

enum ExitCode { kDone = 0, kTrainingFailed = 1, kBadInput = 2 };

struct TrainOptions
{
    std::string experiment;
    std::string out; ///< empty: where runs go
    long long epochs = 0; ///< 0: as the experiment says
    std::vector<std::string> assignments;
    bool withoutLenses = false;
    bool print = false;
    std::string tensorboard; ///< the folder for its event files; empty: none
};

/// `lensboard train`: trains without a window, records, tells how far it is. Ctrl-C stops after the batch and
/// keeps the run, a second one stops at once.
int train(const TrainOptions &options);

} // namespace lensboard::app
