#include "core/session/resumed_run.h"

#include "core/record/error.h"
#include "core/record/message.h"
#include "core/session/engine_loader.h"
#include "core/session/lens_changes.h"
#include "core/session/trusted_models.h"
#include "core/store/derived/run_replay.h"
#include "core/store/file/annotate_run.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "core/store/file/run_saver.h"

#include <algorithm>
#include <stdexcept>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace lensboard::session {

namespace fs = std::filesystem;

namespace {

/// Lock for a folder. Of two resumptions at once, each would take the other's new file for a leftover.
class FolderLock
{
public:
    explicit FolderLock(const fs::path &file)
        : m_folder(::open(file.has_parent_path() ? file.parent_path().c_str() : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    {
        if (m_folder >= 0)
            ::flock(m_folder, LOCK_EX);
    }
    ~FolderLock()
    {
        if (m_folder >= 0)
            ::close(m_folder);
    }
    FolderLock(const FolderLock &) = delete;
    FolderLock &operator=(const FolderLock &) = delete;

private:
    int m_folder;
};

/// Returns the path for the old run file while the new file takes its place.
fs::path asidePath(const fs::path &runFile)
{
    return runFile.string() + ".before";
}

/// Returns -1 if the run cannot be read.
std::int64_t tickCount(const fs::path &runFile)
{
    try {
        return static_cast<std::int64_t>(store::RunFile(runFile).frameCount());
    } catch (const store::RunFileError &) {
        return -1;
    }
}

/// Errors: std::runtime_error with the path of \p file, if it is being recorded or may be.
std::shared_ptr<const store::RunFile> openUnlessRecording(const fs::path &file)
{
    auto opened = std::make_shared<store::RunFile>(file);
    const record::RunInfo info = opened->info();
    if (info.status == record::RunStatus::Recording)
        throw record::Error(record::message("%1: %2", file.string(), store::beingWritten(file)));
    if (info.status == record::RunStatus::Unknown)
        throw record::Error(record::message("%1: is %2", file.string(), store::perhapsRecording(file, info)));
    return opened;
}

/// Also checks the new file if an earlier resumption was interrupted.
std::shared_ptr<const store::RunFile> openToResume(const fs::path &runFile)
{
    const fs::path recorded = recordedPath(runFile);
    std::error_code unknown;
    if (recorded != runFile && fs::exists(runFile, unknown))
        try {
            openUnlessRecording(runFile);
        } catch (const store::RunFileError &) { // the resumption replaces a damaged file
        }
    return openUnlessRecording(recorded);
}

/// Errors: std::runtime_error that names both files, if \p saved belongs to another run.
void requireSavedBy(const store::Run &recorded, const fs::path &runFile, const SavedState &saved)
{
    bool isOther = saved.runCreated != recorded.info().createdSeconds;
    if (saved.runCreated == 0) {
        store::RunCursor cursor;
        const auto ticks = recorded.ticks(0, recorded.since(cursor).lastFrame);
        isOther = std::ranges::any_of(ticks, [&](const auto &stamp) { return stamp.tick <= saved.tick && stamp.step > saved.step; });
    }
    if (isOther)
        throw record::Error(record::message("%1: was saved by another run than %2. Resume each run from its own checkpoint, or begin a new run",
                                                 saved.file.string(), runFile.string()));
}

/// Copies \p recorded up to \p tick, for the continuation.
std::shared_ptr<store::RunStore> copyUpTo(const std::shared_ptr<const store::Run> &recorded, std::int64_t tick,
                                         const std::function<void()> &alive)
{
    store::RunCursor cursor;
    const auto ticks = recorded->ticks(0, recorded->since(cursor).lastFrame);
    store::RunReplay replay(recorded);
    replay.seek(static_cast<std::size_t>(std::ranges::count_if(ticks, [tick](const auto &stamp) { return stamp.tick <= tick; })));
    while (replay.isSeeking()) {
        alive();
        replay.advanceTo(0);
    }
    replay.run()->update([](record::RunInfo &info) {
        info.status = record::RunStatus::Recording;
        info.message.clear();
        info.verdict.reset();
    });
    return replay.run();
}

std::vector<record::RunEvent> eventsOf(const store::Run &run)
{
    store::RunCursor start;
    return run.since(start).events;
}

/// Applies the user's last lens settings, including changes made after the checkpoint. Adds these changes to \p run at \p step.
/// The first events of \p run must be the events of \p recorded.
void takeLaterLensChanges(const store::Run &recorded, store::RunStore &run, std::int64_t step)
{
    std::vector<record::RunEvent> events = eventsOf(recorded);
    for (std::size_t i = eventsOf(run).size(); i < events.size(); ++i)
        if (isLensChange(events[i].kind)) {
            events[i].step = std::min(events[i].step, step);
            run.append(events[i]);
        }
}

/// Returns the current contents of the programs that a resumed training runs.
std::map<fs::path, std::string> programsNow(const experiment::Experiment &experiment, const CheckpointInfo &checkpoint)
{
    std::map<fs::path, std::string> programs;
    for (const fs::path &program : programsOf(experiment))
        programs[program] = fileSha256(program);
    const fs::path model = modelProgram(experiment);
    if (!model.empty() && !checkpoint.modelSha256.empty() && programs[model] != checkpoint.modelSha256)
        throw record::Error(record::message("%1: the model file has changed since the checkpoint was written; restore the "
                                                 "old file, or use Continue with Changes (train --from) to begin a new run with "
                                                 "the new file",
                                                 model.string()));
    return programs;
}

} // namespace

fs::path checkpointPath(const fs::path &runFile)
{
    fs::path checkpoint = runFile;
    if (runFile.extension() == ".lbrun") // keeps other dots: sgd_0.2 and sgd_0.5 are two runs
        checkpoint.replace_extension();
    return checkpoint += ".checkpoint.pt";
}

bool hasCheckpoint(const fs::path &run)
{
    std::error_code error;
    return run.extension() == ".lbrun" && fs::exists(checkpointPath(run), error);
}

fs::path recordedPath(const fs::path &runFile)
{
    std::error_code error;
    const fs::path aside = asidePath(runFile);
    return fs::exists(aside, error) && tickCount(aside) >= tickCount(runFile) ? aside : runFile;
}

fs::path nameForOld(const fs::path &file)
{
    std::error_code error;
    fs::path old = file.string() + ".old";
    for (int number = 2; fs::exists(old, error); ++number)
        old = file.string() + ".old-" + std::to_string(number);
    return old;
}

std::vector<fs::path> keepFilesOfEarlierRun(const fs::path &runFile)
{
    std::vector<fs::path> kept;
    for (const fs::path &file : {checkpointPath(runFile), asidePath(runFile)}) {
        std::error_code error;
        const fs::path old = nameForOld(file);
        fs::rename(file, old, error);
        if (!error) // a file that cannot be renamed cannot be replaced either
            kept.push_back(old);
    }
    return kept;
}

ResumedRun resumeRun(const fs::path &runFile, const std::function<void()> &alive)
{
    std::error_code error;
    const fs::path checkpoint = checkpointPath(runFile);
    const auto recorded = openToResume(runFile);
    if (!fs::exists(checkpoint, error))
        throw record::Error(record::message("%1: there is nothing to go on from; a checkpoint would be %2",
                                                 runFile.string(), checkpoint.string()));
    if (recorded->info().status == record::RunStatus::Finished) // resuming from an older checkpoint would lose the ticks after it
        throw record::Error(record::message("%1: is finished; to train on, continue it in a new run with more epochs",
                                                 runFile.string()));
    const CheckpointInfo info = readCheckpointInfo(checkpoint);
    requireSavedBy(*recorded, runFile, {checkpoint, info.runCreated, info.tick, info.step});
    ResumedRun resumed{experiment::Experiment::fromJson(experiment::parseJson(info.experiment)), nullptr, runFile, {checkpoint, {}, true}};
    resumed.start.programs = programsNow(resumed.experiment, info);
    resumed.run = copyUpTo(recorded, info.tick, alive);
    takeLaterLensChanges(*recorded, *resumed.run, info.step);
    const auto began = experiment::Experiment::fromJson(experiment::parseJson(resumed.run->info().experiment));
    resumed.experiment.watchers = after(began.watchers, eventsOf(*resumed.run));
    return resumed;
}

std::shared_ptr<store::RunStore> runUpTo(const fs::path &runFile, const SavedState &saved, const std::function<void()> &alive)
{
    const auto recorded = openToResume(runFile);
    requireSavedBy(*recorded, runFile, saved);
    return copyUpTo(recorded, saved.tick, alive);
}

std::unique_ptr<store::RunSaver> recordResumed(const std::shared_ptr<store::RunStore> &run, const fs::path &file,
                                               const store::SaverOptions &options, std::function<void(const record::Message &)> complain)
{
    const FolderLock lock(file);
    (void)openToResume(file); // another process may have resumed it in the meantime
    const fs::path aside = asidePath(file);
    std::error_code error;
    if (recordedPath(file) == aside) {
        store::removeRunFile(file);
    } else {
        if (fs::exists(aside, error))
            store::renameRunFile(aside, nameForOld(aside));
        store::renameRunFile(file, aside);
    }
    return std::make_unique<store::RunSaver>(run, file, aside, options, std::move(complain));
}

} // namespace lensboard::session
