#pragma once

#include "core/record/message.h"
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

/// A training and its run. The run is in memory from the start; from record() on also in its own run file, with checkpoints beside it.
/// The run is new, or continues a stopped run in the same file.
///
/// Thread: the creating thread; the control of the session accepts commands from any thread.
/// Shutdown: finish() and the destructor stop after the current batch and close the file.
class RecordedTraining
{
public:
    /// Starts preparing at once; send a Start command to session().control() to train.
    RecordedTraining(const experiment::Experiment &experiment, const TrainingStart &start,
                     Session::Priority priority = Session::Priority::Normal);
    explicit RecordedTraining(ResumedRun resumed, Session::Priority priority = Session::Priority::Normal);
    ~RecordedTraining();

    Session &session() { return *m_session; }
    const Session &session() const { return *m_session; }
    const std::shared_ptr<store::RunStore> &run() const { return m_run; }
    /// Returns the judge that applies the experiment's rules to the run from its start.
    const std::shared_ptr<health::RunJudge> &judge() const { return m_judge; }
    HealthReactions &reactions() { return *m_reactions; }
    bool isOver() const { return session::isOver(m_session->status().state); }
    bool isResumed() const { return m_resumed.has_value(); }

    /// Starts recording into \p path. If it is empty, records among the user's runs under the experiment's name; a continued run goes
    /// into its own file. Call before the first step; later calls do nothing.
    /// Errors: store::RunFileError; the run is then in memory only.
    void record(const std::filesystem::path &path = {});
    bool isRecording() const { return m_file != nullptr; }
    /// Returns the run file. Empty before record(), unless the run continues one.
    std::filesystem::path file() const;
    /// Returns the ticks that are not in the file. May be called during training.
    UnsavedTicks unsaved() const;
    /// Returns true if the training is over and the run's file is closed or there is none.
    bool isWritten() const;
    /// Closes the file of a finished training if it can be written; otherwise writing is retried in the background.
    void closeFile();
    /// Deletes a new run that is over and has no trained batch.
    /// \returns true if the run was deleted.
    bool discardUnlessTrained();
    /// Stops, and closes the file; the session is destroyed. Returns the reason why the file is incomplete; empty if it is complete.
    record::Message finish();

private:
    RecordedTraining(std::optional<ResumedRun> resumed, std::shared_ptr<store::RunStore> run, const experiment::Experiment &experiment,
                     const TrainingStart &start, Session::Priority priority);

    std::optional<ResumedRun> m_resumed;
    std::shared_ptr<store::RunStore> m_run;
    std::size_t m_framesBefore; ///< ticks in the file of a continued run before it continued
    std::shared_ptr<store::RunSaver> m_file; ///< checkpoints wait for it
    record::Message m_problem; ///< reason why there is no file
    std::unique_ptr<WorkerProcesses> m_others; ///< if several processes of this machine train together
    std::unique_ptr<Session> m_session; ///< destroyed before the file, since it writes to the run
    std::shared_ptr<HealthReactions> m_reactions;
    std::shared_ptr<health::RunJudge> m_judge;
};

} // namespace lensboard::session
