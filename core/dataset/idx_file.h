#pragma once

#include "core/dataset/dataset_error.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

namespace lensboard::dataset {

/// The bytes of an IDX file and their shape.
struct IdxFile
{
    std::vector<std::int64_t> shape;
    std::vector<std::uint8_t> values;
};

/// Reads an IDX file of unsigned bytes, gzipped or not. \p alive is called now and then and may throw to cancel.
///
/// Errors: DatasetError naming the file, the byte and what was expected. Memory stays in proportion to the file.
/// Source: the format of LeCun's MNIST page.
IdxFile readIdx(const std::filesystem::path &path, const std::function<void()> &alive = [] {});

} // namespace lensboard::dataset
