#pragma once

#include "core/experiment/experiment.h"
#include "core/record/message.h"
#include "core/session/trainer.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace lensboard::store {
class RunSaver;
struct SaverOptions;
class RunStore;
}

namespace lensboard::session {

/// Returns the path of a run file's checkpoint, beside the run file.
std::filesystem::path checkpointPath(const std::filesystem::path &runFile);
/// Returns true if \p run is a run file with a checkpoint.
bool hasCheckpoint(const std::filesystem::path &run);

/// Returns the file that has all ticks of the run \p runFile: the file that an interrupted resumption put aside, unless it has fewer ticks.
std::filesystem::path recordedPath(const std::filesystem::path &runFile);

/// Returns a name beside \p file that no file has: FILE.old, or FILE.old-2 and so on.
std::filesystem::path nameForOld(const std::filesystem::path &file);
/// Renames files of an earlier run that lie beside the new run \p runFile and would be taken for its own: a checkpoint, a file put aside.
/// Returns their new names.
std::vector<std::filesystem::path> keepFilesOfEarlierRun(const std::filesystem::path &runFile);

/// A stopped, killed or failed training that continues its own run.
struct ResumedRun
{
    experiment::Experiment experiment; ///< with the last state and settings of lenses, including changes made during training
    std::shared_ptr<store::RunStore> run; ///< up to the checkpoint; later steps are trained again
    std::filesystem::path file;
    TrainingStart start; ///< starts at the checkpoint, with the model file it was written from, if known
};

/// Reads \p runFile and its checkpoint without changing them. \p alive is called regularly and may throw to cancel.
/// Errors: std::exception with the file's path, if there is no checkpoint or it belongs to another run, the run is finished or being
///         recorded, one of the files cannot be read, or the model's file has changed since the checkpoint was written.
ResumedRun resumeRun(const std::filesystem::path &runFile, const std::function<void()> &alive = [] {});

/// File of a checkpoint or of a loop's state, and its place in the run.
struct SavedState
{
    std::filesystem::path file;
    double runCreated = 0; ///< creation time of the run, used to identify it; 0 in files of older versions
    std::int64_t tick = 0; ///< last completed tick
    std::int64_t step = 0; ///< last completed step
};

/// Returns \p runFile up to the tick of \p saved, for the continuation. Changes no file. \p alive as for resumeRun().
/// Errors: std::exception with the file's path, if it is being recorded or cannot be read, or \p saved belongs to another run. A state
///         without a creation time is refused if the run had done more steps when its tick ended.
std::shared_ptr<store::RunStore> runUpTo(const std::filesystem::path &runFile, const SavedState &saved, const std::function<void()> &alive = [] {});

/// Records the continued \p run into its own file. The old file is renamed, and removed when the new one has all its ticks.
/// \p options and \p complain as for RunSaver.
/// Errors: RunFileError; std::runtime_error with the file's path, if it is being recorded in the meantime.
std::unique_ptr<store::RunSaver> recordResumed(const std::shared_ptr<store::RunStore> &run, const std::filesystem::path &file,
                                               const store::SaverOptions &options, std::function<void(const record::Message &)> complain = {});

} // namespace lensboard::session
