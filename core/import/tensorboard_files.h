#pragma once

#include <filesystem>
#include <vector>

namespace lensboard::imports {

bool isEventFile(const std::filesystem::directory_entry &entry);

/// The event files directly in \p folder, by the times in their names, then by name.
/// Errors: ImportError if the folder cannot be read.
std::vector<std::filesystem::path> tensorboardFiles(const std::filesystem::path &folder);

} // namespace lensboard::imports
