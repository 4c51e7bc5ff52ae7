#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lensboard::store {

/// A run's path and the name that the user gave it.
struct NamedRun
{
    std::filesystem::path path;
    std::string givenName; ///< empty: none
};

/// Returns the default name of a run: a folder's name unchanged, a file's name without the format's extension.
std::string runName(const std::filesystem::path &run);

/// Returns names for runs that are shown together: the user's name, otherwise the shortest end of the path that is unique among them. Runs
/// in the same folder get ends of the same length: exp1/train, exp2/train, exp2/validation. If several runs have the same given name, the
/// end of the path follows it. Equal paths get equal names.
std::vector<std::string> runNames(const std::vector<NamedRun> &runs);

/// Like runNames(), but without the time that newRunPath() appended to a file name, if the rest is unique and not in \p others:
/// cnn-2026-11-24-102233 becomes cnn.
std::vector<std::string> shortRunNames(const std::vector<NamedRun> &runs, const std::vector<std::string> &others = {});

/// Returns names for the list of runs in \p folder: paths relative to it; for the folder itself, its name.
std::vector<std::string> runNamesIn(const std::filesystem::path &folder, const std::vector<std::filesystem::path> &runs);

/// Returns unique file or folder names made from \p names: exp1/train becomes exp1-train.
std::vector<std::string> fileNames(std::vector<std::string> names);

} // namespace lensboard::store
