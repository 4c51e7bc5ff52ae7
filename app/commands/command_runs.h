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
    std::string fileName; ///< the same for what is written of it, unlike those of the other runs
};

/// What the paths of a command stand for: runs, or those in a folder and below.
struct CommandRuns
{
    std::vector<CommandRun> runs;
    std::vector<std::shared_ptr<remote::Link>> links; ///< to those on other machines
    bool isWhole = true; ///< every path holds a run, and all that is below could be looked at
};

/// The runs that \p paths name, if any. Says on standard error which name none, and what of a folder could not be looked at.
CommandRuns runsAt(const std::vector<std::string> &paths);

/// Opens a run that holds something.
/// Errors: those of openRun(); ImportError that says why nothing could be read of it.
std::unique_ptr<imports::RunSource> openForCommand(const std::filesystem::path &path);

/// Does \p work with each run. An error of one is reported on standard error, and the others follow. Returns the exit
/// code: bad input if none could be worked on, not whole if some could not.
int forEachRun(const CommandRuns &runs, const std::function<void(const CommandRun &run)> &work);

/// Reports on standard error why a command ends early, and returns its exit code.
int badInput(const std::exception &error);

} // namespace lensboard::app
