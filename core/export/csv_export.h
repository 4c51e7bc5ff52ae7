#pragma once

#include "core/record/progress.h"
#include "core/store/selection.h"

#include <filesystem>
#include <vector>

namespace lensboard::store {
class Run;
}

namespace lensboard::exports {

/// Writes a CSV file per tag into \p folder, sorted by step: tick, epoch, step, samples, wall_time, then a column per series named "layer/label".
/// Numbers are the shortest text that reads back equal; non-finite ones are nan, inf and -inf; an empty cell was not measured.
/// Returns the files. They get their names once all are complete; returns none if a stop was requested.
///
/// Errors: WriteError, store::RunFileError.
std::vector<std::filesystem::path> exportCsv(const store::Run &run, const store::Selection &part,
                                             const std::filesystem::path &folder, record::Progress &progress);

} // namespace lensboard::exports
