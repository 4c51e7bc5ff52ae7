#pragma once

#include <filesystem>
#include <vector>

namespace lensboard::imports {

/// The event files directly in \p folder, by the times in their names, then by name.
/// Errors: ImportError if the folder cannot be read.
std::vector<std::filesystem::path> tensorboardFiles(const std::filesystem::path &folder);

/// The folders from \p folder on downwards that directly hold event files, by name. Links to folders are followed;
/// of several ways to a folder, one is given. At most 64 levels and a million entries are looked at.
std::vector<std::filesystem::path> tensorboardRuns(const std::filesystem::path &folder);

} // namespace lensboard::imports
