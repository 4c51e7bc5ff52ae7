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
        CanGoOn,  ///< it was stopped, killed or failed, and has a checkpoint
        Ended,    ///< it has no checkpoint
        Empty,    ///< it was killed before anything was written
        Recording ///< it is being recorded, or may be, by a process that cannot be seen from here
    };

    experiment::Combination combination;
    std::filesystem::path file;
    Found found = Found::Nothing;
    std::string state; ///< of one that is none of the first three: "failed: out of memory"
};

/// The folder of the sweep's runs.
std::filesystem::path sweepFolder(const SweepOptions &options);

/// All that a sweep trains, or has trained. Changes nothing.
/// Errors: std::exception, if one of them is no experiment, has a program that may not run, or its file is another's run.
std::vector<SweepRun> sweepRuns(const SweepOptions &options);

/// `lensboard train` with its arguments, as it would be called for \p run.
std::vector<std::string> trainCommand(const SweepOptions &options, const SweepRun &run);

/// Makes room for a training that begins: renames a run that Ended, and removes an Empty one. Returns the new name, or an empty path if
/// nothing was renamed.
/// Errors: store::RunFileError.
std::filesystem::path makeRoom(const SweepRun &run);

} // namespace lensboard::app
