#pragma once

#include "core/record/run_info.h"

#include <filesystem>

namespace lensboard::store {

/// Writes the name and the notes of a run that is over into its file; an empty name is that of its experiment. Those that
/// follow the file see them.
/// Errors: RunFileError, which leaves the file as it was: it is being recorded, of format 1, read-only, damaged, the disk
/// is full, or the label is too long.
void annotateRun(const std::filesystem::path &path, const record::RunLabel &label);

/// Renames the file of a run that is over to \p to, and writes what lay beside it into it.
/// Errors: RunFileError, as annotateRun().
void renameRunFile(const std::filesystem::path &path, const std::filesystem::path &to);

} // namespace lensboard::store
