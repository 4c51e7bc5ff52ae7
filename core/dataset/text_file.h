#pragma once

#include "core/dataset/dataset_error.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

namespace lensboard::dataset {

/// The characters of a UTF-8 file as code points, without a byte order mark. \p alive is called now and then and may
/// throw to cancel.
///
/// Errors: DatasetError naming the file, the byte and what was expected. Files of up to 1 GiB; five times that in memory.
std::vector<std::int32_t> readText(const std::filesystem::path &path, const std::function<void()> &alive = [] {});

} // namespace lensboard::dataset
