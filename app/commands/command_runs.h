#pragma once

#include "core/runs/run_source.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lensboard::remote {
class Link;
}

namespace lensboard::app {

/// A run for a command to process.
struct CommandRun
{
    std::filesystem::path path;
    std::string name;     ///< relative to the folder given to the command; for several paths, their distinguishing ends
    std::string fileName; ///< base name of files written for this run, unique among the runs
};

/// The runs found at the paths of a command: run files, and runs in folders and their subfolders.
struct CommandRuns
{
    std::vector<CommandRun> runs;
    std::vector<std::shared_ptr<remote::Link>> links; ///< connections to remote runs
    bool isWhole = true; ///< every path holds a run, and all subfolders were readable
};

/// Finds the runs at \p paths. Reports on standard error each path without a run, and folders that could not be read.
CommandRuns runsAt(const std::vector<std::string> &paths);

/// Opens a run; throws if it is empty. \p choice names columns of a table.
/// Errors: as openRun(); ImportError that says why nothing could be read.
std::unique_ptr<runs::RunSource> openForCommand(const std::filesystem::path &path, const imports::RoleChoice &choice = {});

/// Calls \p work for each run. Reports errors on standard error and continues with the next run. Returns the exit code: bad input
/// if no run succeeded, not whole if some failed.
int forEachRun(const CommandRuns &runs, const std::function<void(const CommandRun &run)> &work);

/// Reports \p error on standard error and returns the exit code of a command that cannot run.
int badInput(const std::exception &error);

} // namespace lensboard::app
