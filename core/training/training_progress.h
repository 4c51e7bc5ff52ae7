#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::training {

/// The loss and metrics of one batch.
struct Push
{
    bool training = true;
    double loss = 0;
    std::vector<std::pair<std::string, double>> metrics;
};

/// Progress of a training, between two batches.
struct Progress
{
    std::int64_t epoch = 1;
    std::int64_t batch = 0; ///< training batches completed in this epoch
    std::int64_t step = 0;
    std::int64_t samples = 0;
    std::int64_t processes = 1; ///< number of processes that share the counted batches
    double epochLoss = 0;     ///< sum over the epoch's training batches so far
    std::vector<Push> pushes; ///< of the current, unfinished tick
};

} // namespace lensboard::training
