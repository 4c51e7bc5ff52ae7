#pragma once

#include "core/record/progress.h"
#include "core/store/selection.h"

#include <filesystem>
#include <vector>

namespace lensboard::store {
class Run;
}

namespace lensboard::exports {

/// Writes event files below \p folder, beside existing ones, in the format of visualizer::TensorboardWriter. Returns the files; leaves none
/// behind after an error or if a stop was requested.
///
/// Errors: std::runtime_error naming path and cause; store::RunFileError.
std::vector<std::filesystem::path> exportTensorboard(const store::Run &run, const store::Selection &part,
                                                     const std::filesystem::path &folder, record::Progress &progress);

} // namespace lensboard::exports
