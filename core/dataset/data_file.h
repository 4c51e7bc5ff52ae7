#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace lensboard::dataset {

/// The size of a file that the user named, in bytes. \p expected completes "expected …", \p key is the setting that names it.
/// Errors: DatasetError if it is not there, or no file.
std::uintmax_t dataFileSize(const std::filesystem::path &path, const std::string &expected, const std::string &key);

} // namespace lensboard::dataset
