#pragma once

#include "core/session/health_reactions.h"
#include "core/session/resumed_run.h"
#include "core/session/session.h"
#include "core/session/unsaved_ticks.h"
#include "core/session/worker_processes.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace lensboard::session {

/// A training with its run: in memory from the start, in a run file of its own from record() on, with checkpoints beside that.
/// It begins anew, or goes on with a run that was stopped, in that one's file.
///
/// Thread: the one that made it; its session takes orders from any.
/// Shutdown: finish(), and the destructor, stop after the current batch and close the file.
class RecordedTraining
{
public:
    /// Prepares at once; session().start() starts it.
    RecordedTraining(const experiment::Experiment &experiment, const TrainingStart &start,
                     Session::Priority priority = Session::Priority::Normal);
    explicit RecordedTraining(ResumedRun resumed, Session::Priority priority = Session::Priority::Normal);
    ~RecordedTraining();

    Session &session() { return *m_session; }
    const Session &session() const { return *m_session; }
    const std::shared_ptr<store::RunStore> &run() const { return m_run; }
    /// Judges the run from the start on by the experiment's rules.
    const std::shared_ptr<health::RunJudge> &judge() const { return m_judge; }
    HealthReactions &reactions() { return *m_reactions; }
    bool isOver() const { return session::isOver(m_session->status().state); }
    bool isResumed() const { return m_resumed.has_value(); }

    /// Records from here on: into \p path, or, if it is empty, among the user's runs, under the experiment's name; a run that goes on
    /// into its own. To be called before the first step; again, it does nothing.
    /// Errors: store::RunFileError. The run is in memory alone then.
    void record(const std::filesystem::path &path = {});
    bool isRecording() const { return m_file != nullptr; }
    /// The run file; empty before record(), unless it goes on with one.
    std::filesystem::path file() const;
    /// Returns the ticks that are not in the file, also while it trains.
    UnsavedTicks unsaved() const;
    /// Returns true if the training is over and the run's file is closed, or it has none.
    bool isWritten() const;
    /// Closes the file of a training that is over, if it can be written; else that is tried on.
    void closeFile();
    /// Takes a new run away that is over and in which no batch was trained.
    /// \returns whether it did.
    bool discardUnlessTrained();
    /// Stops, and closes the file; there is no session any more. Returns why it is not whole, empty if it is.
    std::string finish();

private:
    RecordedTraining(std::optional<ResumedRun> resumed, std::shared_ptr<store::RunStore> run, const experiment::Experiment &experiment,
                     const TrainingStart &start, Session::Priority priority);

    std::optional<ResumedRun> m_resumed;
    std::shared_ptr<store::RunStore> m_run;
    std::size_t m_framesBefore; ///< of a run that goes on, in the file that it had
    std::shared_ptr<store::RunSaver> m_file; ///< checkpoints wait for it
    std::string m_problem; ///< why there is no file
    std::unique_ptr<WorkerProcesses> m_others; ///< if several processes of this machine train together
    std::unique_ptr<Session> m_session; ///< goes before the file: it writes to the run
    std::shared_ptr<HealthReactions> m_reactions;
    std::shared_ptr<health::RunJudge> m_judge;
};

} // namespace lensboard::session
