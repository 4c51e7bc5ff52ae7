#pragma once

#include "core/record/run_info.h"

#include <filesystem>
#include <string>

namespace lensboard::store {

/// Writes the name and the notes of a run that is over into its file; an empty name is that of its experiment. Those that
/// follow the file see them.
/// Errors: RunFileError, which leaves the file as it was: it is being recorded, of format 1, read-only, damaged, the disk
/// is full, or the label is too long.
void annotateRun(const std::filesystem::path &path, const record::RunLabel &label);

/// Says in a run file that its writer has ended, where it is unknown if it has.
/// Errors: RunFileError, as annotateRun(), and if the writer lives or the run is over.
void markInterrupted(const std::filesystem::path &path);

/// Returns the reason for leaving a run alone whose status is Recording, with its writer's process: completes "RUN: ".
/// Errors: RunFileError.
std::string beingWritten(const std::filesystem::path &path);
/// Why a run whose status is Unknown is left alone, and how to end that: completes "RUN: is".
std::string perhapsRecording(const std::filesystem::path &path, const record::RunInfo &info);

/// Renames the file of a run that is over to \p to, replacing that file, and folds its log in. Readers that have the file open do not
/// prevent this, and read on.
/// Errors: RunFileError, as annotateRun().
void renameRunFile(const std::filesystem::path &path, const std::filesystem::path &to);

} // namespace lensboard::store
