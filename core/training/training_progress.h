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

/// How far a training has come, between two batches.
struct Progress
{
    std::int64_t epoch = 1;
    std::int64_t batch = 0; ///< of training, done in this epoch
    std::int64_t step = 0;
    std::int64_t samples = 0;
    std::int64_t processes = 1; ///< which share the batches that are counted
    double epochLoss = 0;     ///< sum over the epoch's training batches so far
    std::vector<Push> pushes; ///< of the tick that is not over
};

} // namespace lensboard::training
