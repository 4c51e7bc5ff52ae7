#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lensboard::imports {

/// What a look at a folder found.
struct FoundRuns
{
    std::vector<std::filesystem::path> runs; ///< in the order of their names
    std::vector<std::string> problems;       ///< folders that could not be looked at, and why
};

/// The runs in a folder and those below it: run files, monitorch's recordings and, of TensorBoard, folders that hold
/// event files; \p path itself if it is a file. Links to folders are followed; of several ways to a folder, one is given.
/// At most 64 levels and a million entries are looked at.
FoundRuns findRuns(const std::filesystem::path &path);

} // namespace lensboard::imports
