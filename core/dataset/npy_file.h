#pragma once

#include "core/dataset/number_array.h"

#include <filesystem>

namespace lensboard::dataset {

/// Reads an array in numpy.save's format up to the end of \p source. The header is parsed, never evaluated.
///
/// Errors: DatasetError naming the file, the byte and the expected content. Memory is proportional to the file's size.
/// Source: numpy.lib.format, versions 1 to 3.
NumberArray readNpy(ByteSource &source, const ReadReport &report = [](double) {});

} // namespace lensboard::dataset
