#pragma once

#include "core/record/progress.h"
#include "core/store/selection.h"

#include <filesystem>

namespace lensboard::store {
class Run;
}

namespace lensboard::exports {

/// Writes a JSON object per tick and line: tick, epoch, step, samples, wall_time if it is known, then "tag/layer/label"
/// of what was measured, in the order of steps. Numbers are the shortest that read back the same, non-finite ones the
/// words NaN, Infinity and -Infinity, as Python writes and reads them. \p file appears once it is whole, and not at all
/// if a stop was requested.
///
/// Errors: WriteError, store::RunFileError.
void exportJsonLines(const store::Run &run, const store::Selection &part, const std::filesystem::path &file,
                     record::Progress &progress);

} // namespace lensboard::exports
