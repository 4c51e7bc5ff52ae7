#pragma once

#include "core/record/progress.h"
#include "core/store/selection.h"

#include <filesystem>
#include <vector>

namespace lensboard::store {
class Run;
}

namespace lensboard::exports {

/// Writes a CSV file per tag into \p folder: tick, epoch, step, samples, wall_time, then a column per series named
/// "layer/label", in the order of steps. Numbers are the shortest that read back the same, non-finite ones nan, inf and
/// -inf; an empty cell was not measured. Returns the files, which get their names once all are whole; none if a stop was
/// requested.
///
/// Errors: WriteError, store::RunFileError.
std::vector<std::filesystem::path> exportCsv(const store::Run &run, const store::Selection &part,
                                             const std::filesystem::path &folder, record::Progress &progress);

} // namespace lensboard::exports
