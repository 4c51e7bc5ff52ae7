#pragma once

#include "core/dataset/number_array.h"

#include <filesystem>

namespace lensboard::dataset {

/// Reads an array as numpy.save writes it, up to the end of \p source. The header is parsed, never evaluated.
///
/// Errors: DatasetError naming the file, the byte and what was expected. Memory stays in proportion to the file.
/// Source: numpy.lib.format, versions 1 to 3.
NumberArray readNpy(ByteSource &source, const ReadReport &report = [](double) {});

} // namespace lensboard::dataset
