#pragma once

#include "core/record/progress.h"
#include "core/store/selection.h"

#include <filesystem>

namespace lensboard::store {
class Run;
}

namespace lensboard::exports {

/// Writes a JSON object per tick and line, sorted by step: tick, epoch, step, samples, wall_time if known, then "tag/layer/label" for each
/// measured series. Numbers are the shortest text that reads back equal; non-finite ones are NaN, Infinity and -Infinity, as in Python.
/// \p file appears once it is complete, and not at all if a stop was requested.
///
/// Errors: WriteError, store::RunFileError.
void exportJsonLines(const store::Run &run, const store::Selection &part, const std::filesystem::path &file,
                     record::Progress &progress);

} // namespace lensboard::exports
