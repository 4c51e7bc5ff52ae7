#pragma once

#include "core/experiment/experiment_differences.h"
#include "core/store/run.h"

#include <string>
#include <vector>

namespace lensboard::imports {

/// Something that several runs have, and what it is in each.
struct ComparedRow
{
    enum class What { Status, Ticks, DurationSeconds, LastLoss, BestLoss, Experiment, Environment };

    What what;
    experiment::ComparedKey key; ///< its path is the loss, the key of the experiment, the entry of the environment
};

/// What came of the runs, how they were set up, and where they ran.
/// Errors: RunFileError.
std::vector<ComparedRow> compareRuns(const std::vector<const store::Run *> &runs);

} // namespace lensboard::imports
