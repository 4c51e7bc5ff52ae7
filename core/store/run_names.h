#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lensboard::store {

/// Where a run is, and what the user called it.
struct NamedRun
{
    std::filesystem::path path;
    std::string givenName; ///< empty: none
};

/// What a run is called by its path alone: a folder's name as it is, a file's without the ending of its format.
std::string runName(const std::filesystem::path &run);

/// What runs are called that are shown together, wherever they are: a name that the user gave, else the shortest end of
/// the path that no other of them has, and of runs in one folder ends of one length: exp1/train, exp2/train,
/// exp2/validation. A given name that several have is followed by that end. The same path has the same name.
std::vector<std::string> runNames(const std::vector<NamedRun> &runs);

/// The same, but without the time at the end that newRunPath() gave to a file, as long as what is left is no other's name, nor one of
/// \p others: cnn-2026-11-24-102233 becomes cnn.
std::vector<std::string> shortRunNames(const std::vector<NamedRun> &runs, const std::vector<std::string> &others = {});

/// What runs are called in the list of \p folder: the paths from there, the folder itself by its name.
std::vector<std::string> runNamesIn(const std::filesystem::path &folder, const std::vector<std::filesystem::path> &runs);

/// \p names as names of files or folders, each once: exp1/train becomes exp1-train.
std::vector<std::string> fileNames(std::vector<std::string> names);

} // namespace lensboard::store
