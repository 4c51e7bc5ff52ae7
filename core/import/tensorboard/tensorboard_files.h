#pragma once

#include <filesystem>
#include <vector>

namespace lensboard::imports {

bool isEventFileName(const std::filesystem::path &file);
bool isEventFile(const std::filesystem::directory_entry &entry);

/// Sorts the event files of a folder by the time in their names, then by name.
std::vector<std::filesystem::path> inOrderOfTimes(std::vector<std::filesystem::path> files);

/// Returns the event files directly in \p folder, sorted by inOrderOfTimes().
/// Errors: ImportError if the folder cannot be read.
std::vector<std::filesystem::path> tensorboardFiles(const std::filesystem::path &folder);

} // namespace lensboard::imports
