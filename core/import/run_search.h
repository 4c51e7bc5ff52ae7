#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lensboard::imports {

/// What a search of a folder found.
struct FoundRuns
{
    std::vector<std::filesystem::path> runs; ///< in the order of their names
    std::vector<std::string> problems;       ///< folders that could not be read, and why
};

/// The runs in a folder and those below it: run files, monitorch's recordings, folders that hold TensorBoard's event
/// files, but not those that add_scalars() made, or the files where they are of several writers, folders that are a run of
/// MLflow, trainer_state.json, and the
/// runs in databases of Trackio, as FILE/NAME; \p path itself if it is a file of one run. Links to folders are followed;
/// of several ways to a folder, one is given.
/// At most 64 levels and a million entries are searched.
FoundRuns findRuns(const std::filesystem::path &path);

} // namespace lensboard::imports
