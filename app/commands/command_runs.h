#pragma once

#include "core/import/run_source.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lensboard::remote {
class Link;
}

namespace lensboard::app {

/// A run that a command is to work on.
struct CommandRun
{
    std::filesystem::path path;
    std::string name;     ///< by its path, from the folder that the command was given; of several paths, by the ends that distinguish runs
    std::string fileName; ///< base name of files written for this run, unique among the runs
};

/// The runs found at the paths of a command: run files, and runs in folders and their subfolders.
struct CommandRuns
{
    std::vector<CommandRun> runs;
    std::vector<std::shared_ptr<remote::Link>> links; ///< connections to remote runs
    bool isWhole = true; ///< every path holds a run, and all that is below could be looked at
};

/// Finds the runs at \p paths. Reports on standard error each path without a run, and folders that could not be read.
CommandRuns runsAt(const std::vector<std::string> &paths);

/// Opens a run; throws if it is empty.
/// Errors: as openRun(); ImportError that says why nothing could be read.
std::unique_ptr<imports::RunSource> openForCommand(const std::filesystem::path &path);

/// Does \p work with each run. An error of one is reported on standard error, and the others follow. Returns the exit
/// code: bad input if none could be worked on, not whole if some could not.
int forEachRun(const CommandRuns &runs, const std::function<void(const CommandRun &run)> &work);

/// Reports on standard error why a command ends early, and returns its exit code.
int badInput(const std::exception &error);

} // namespace lensboard::app
