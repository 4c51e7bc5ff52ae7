#pragma once

#include "core/dataset/dataset_error.h"
#include "core/dataset/read_report.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace lensboard::dataset {

/// Reads the code points of a UTF-8 file. Skips a byte order mark.
///
/// Errors: DatasetError naming the file, the byte and the expected content. Files up to 1 GiB; needs 5 times that memory.
std::vector<std::int32_t> readText(const std::filesystem::path &path, const ReadReport &report = [](double) {});

} // namespace lensboard::dataset
