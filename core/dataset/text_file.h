#pragma once

#include "core/dataset/dataset_error.h"
#include "core/dataset/read_report.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace lensboard::dataset {

/// The characters of a UTF-8 file as code points, without a byte order mark.
///
/// Errors: DatasetError naming the file, the byte and what was expected. Files of up to 1 GiB; five times that in memory.
std::vector<std::int32_t> readText(const std::filesystem::path &path, const ReadReport &report = [](double) {});

} // namespace lensboard::dataset
