#pragma once

#include <filesystem>
#include <vector>

namespace lensboard::imports {

bool isEventFileName(const std::filesystem::path &file);
bool isEventFile(const std::filesystem::directory_entry &entry);

/// Event files of a folder by the times in their names, then by name.
std::vector<std::filesystem::path> inOrderOfTimes(std::vector<std::filesystem::path> files);

/// The event files directly in \p folder, in that order.
/// Errors: ImportError if the folder cannot be read.
std::vector<std::filesystem::path> tensorboardFiles(const std::filesystem::path &folder);

} // namespace lensboard::imports
