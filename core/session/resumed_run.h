#pragma once

#include "core/experiment/experiment.h"
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

/// Where the checkpoint of a run file lies: beside it.
std::filesystem::path checkpointPath(const std::filesystem::path &runFile);
/// Whether \p run is a run file that has one.
bool hasCheckpoint(const std::filesystem::path &run);

/// Returns the file that has all ticks of the run \p runFile: the file that an interrupted resumption put aside, unless it has fewer ticks.
std::filesystem::path recordedPath(const std::filesystem::path &runFile);

/// Returns a name beside \p file that no file has: FILE.old, or FILE.old-2 and so on.
std::filesystem::path nameForOld(const std::filesystem::path &file);
/// Renames files of an earlier run that lie beside the new run \p runFile and would be taken for its own: a checkpoint, a file put aside.
/// Returns their new names.
std::vector<std::filesystem::path> keepFilesOfEarlierRun(const std::filesystem::path &runFile);

/// A training that was stopped, was killed or failed, as it goes on into its own run.
struct ResumedRun
{
    experiment::Experiment experiment; ///< with the lenses as they were last, switched and set while it trained
    std::shared_ptr<store::RunStore> run; ///< up to the checkpoint: what came later is done anew
    std::filesystem::path file;
    TrainingStart start; ///< from the checkpoint, with the model file that it was written from, as far as it is known
};

/// Reads \p runFile and its checkpoint; changes neither. \p alive is called now and then and may throw to cancel.
/// Errors: std::exception naming the file, if there is no checkpoint or it is of another run, the run is finished or being
///         recorded, one of them cannot be read, or the model's file is not the one that the checkpoint was written from.
ResumedRun resumeRun(const std::filesystem::path &runFile, const std::function<void()> &alive = [] {});

/// The file of a checkpoint or of a loop's state, and the place in its run that it was saved at.
struct SavedState
{
    std::filesystem::path file;
    double runCreated = 0; ///< creation time of the run, which identifies it; 0 in files of older versions
    std::int64_t tick = 0; ///< the last that had ended
    std::int64_t step = 0; ///< the last that was done
};

/// Returns \p runFile up to the tick of \p saved, to go on with. Changes nothing. \p alive as above.
/// Errors: std::exception naming the file, if it is being recorded or cannot be read, or \p saved is of another run. A state without a
///         creation time is refused if the run had done more steps when its tick ended.
std::shared_ptr<store::RunStore> runUpTo(const std::filesystem::path &runFile, const SavedState &saved, const std::function<void()> &alive = [] {});

/// Records \p run, which goes on, into its own file: the old one is put aside, and removed when the new one has all that it had.
/// \p options and \p complain as a RunSaver takes them.
/// Errors: RunFileError; std::runtime_error naming the file, if it is being recorded by now.
std::unique_ptr<store::RunSaver> recordResumed(const std::shared_ptr<store::RunStore> &run, const std::filesystem::path &file,
                                               const store::SaverOptions &options, std::function<void(const std::string &)> complain = {});

} // namespace lensboard::session
