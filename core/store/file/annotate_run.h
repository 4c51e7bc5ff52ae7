#pragma once

#include "core/record/message.h"
#include "core/record/run_info.h"

#include <filesystem>
#include <string>

namespace lensboard::store {

/// Writes the name and notes of an ended run into its file. If the name is empty, uses the experiment's name. Followers of the file see the
/// change.
/// Errors: RunFileError, with the file unchanged, if the run is being recorded, the label is too long, the file has format 1, is read-only
/// or damaged, or the disk is full.
void annotateRun(const std::filesystem::path &path, const record::RunLabel &label);

/// Sets the status of a run to Interrupted unless its writer is known to be alive.
/// Errors: RunFileError, as annotateRun(), and if the writer is alive or the run has ended.
void markInterrupted(const std::filesystem::path &path);

/// Returns the reason for not touching a run that is being recorded, with the writer's process: completes "RUN: ". For the status
/// Recording.
/// Errors: RunFileError.
record::Message beingWritten(const std::filesystem::path &path);
/// Returns the reason for not touching a run of status Unknown, and the way to end this status: completes "RUN: is".
record::Message perhapsRecording(const std::filesystem::path &path, const record::RunInfo &info);

/// Renames the file of an ended run to \p to and folds its log in. Replaces an existing file \p to. Works while readers have the file open;
/// they continue to read it.
/// Errors: RunFileError, as annotateRun().
void renameRunFile(const std::filesystem::path &path, const std::filesystem::path &to);

} // namespace lensboard::store
