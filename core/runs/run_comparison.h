#pragma once

#include "core/experiment/experiment_differences.h"
#include "core/store/run.h"

#include <string>
#include <vector>

namespace lensboard::runs {

/// A property of several runs, and its value in each.
struct ComparedRow
{
    enum class What { Status, Ticks, DurationSeconds, LastLoss, BestLoss, Experiment, Environment };

    What what;
    experiment::ComparedKey key; ///< its path is the name of a loss, a key of the experiment, or an entry of the environment
};

/// Compares the runs' results, settings and environments.
/// Errors: RunFileError.
std::vector<ComparedRow> compareRuns(const std::vector<const store::Run *> &runs);

} // namespace lensboard::runs
