#pragma once

#include "core/dataset/number_array.h"

#include <filesystem>

namespace lensboard::dataset {

/// Reads an IDX file of any of its six types, gzipped or not. \p key is the setting that names the file.
///
/// Errors: DatasetError naming the file, the byte and the expected content. Memory is proportional to the file's size.
/// Source: the format of LeCun's MNIST page.
NumberArray readIdx(const std::filesystem::path &path, const ReadReport &report = [](double) {},
                    const std::string &key = "dataset.path");

} // namespace lensboard::dataset
