#pragma once

#include "core/experiment/sweep.h"

#include <filesystem>
#include <string>
#include <vector>

namespace lensboard::app {

struct SweepOptions;

/// One training of a sweep, and the state of the file at its run's path.
struct SweepRun
{
    enum class Found {
        Nothing,
        Finished,
        CanGoOn,  ///< stopped, killed or failed, with a checkpoint
        Ended,    ///< stopped, killed or failed, without a checkpoint
        Empty,    ///< killed before anything was written
        Recording ///< it is being recorded, or may be, by a process that cannot be seen from here
    };

    experiment::Combination combination;
    std::filesystem::path file;
    Found found = Found::Nothing;
    std::string state; ///< of one that is none of the first three: "failed: out of memory"
};

/// The folder of the sweep's runs.
std::filesystem::path sweepFolder(const SweepOptions &options);

/// Returns all runs of a sweep, trained or not. Changes no files.
/// Errors: std::exception if a combination is not a valid experiment, has a program that may not run, or its file holds another
/// experiment's run.
std::vector<SweepRun> sweepRuns(const SweepOptions &options);

/// Returns the `lensboard train` command line for \p run.
std::vector<std::string> trainCommand(const SweepOptions &options, const SweepRun &run);

/// Prepares the path of a training: renames a run that Ended, and removes an Empty one. Returns the new name, or an empty path if
/// nothing was renamed.
/// Errors: store::RunFileError.
std::filesystem::path makeRoom(const SweepRun &run);

} // namespace lensboard::app
