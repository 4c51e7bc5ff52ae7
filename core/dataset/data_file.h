#pragma once

#include "core/record/message.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace lensboard::dataset {

/// Returns the size in bytes of a file named by the user. \p expected completes "expected …"; \p key is the setting that names it.
/// Errors: DatasetError if the path does not exist or is not a file.
std::uintmax_t dataFileSize(const std::filesystem::path &path, const record::Message &expected, const std::string &key);

} // namespace lensboard::dataset
