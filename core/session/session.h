#pragma once

#include "core/experiment/experiment.h"
#include "core/record/message.h"
#include "core/record/run_event.h"
#include "core/session/training_control.h"
#include "core/session/training_pace.h"
#include "core/store/columns/store_visualizer.h"

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace lensboard::store {
class RunStore;
}

namespace lensboard::session {

/// Trains on its own thread and records into a RunStore. Other threads command it through control(). An exception ends the training,
/// not the program.
///
/// Keeps the trainer until destruction, so that the model can be saved after the training.
/// Shutdown: the destructor stops after the current batch and joins; after 5 s it interrupts the batch. The store keeps all data.
class Session
{
public:
    using MakeTrainer = std::function<std::unique_ptr<Trainer>(const experiment::Experiment &)>;
    /// Receives the error, empty after success. Called on the session's thread.
    using Saved = std::function<void(const record::Message &error)>;
    /// Scheduling priority of the training thread in this process.
    enum class Priority { Normal, BelowWindow };

    /// Starts preparing at once; training waits for a Start command.
    Session(experiment::Experiment experiment, std::shared_ptr<store::RunStore> store, MakeTrainer makeTrainer,
            Priority priority = Priority::Normal);
    ~Session();

    const experiment::Experiment &experiment() const { return m_experiment; }
    const std::shared_ptr<store::RunStore> &store() const { return m_store; }

    /// Commands and status of this training. May outlive the session.
    const std::shared_ptr<TrainingControl> &control() const { return m_control; }
    TrainingStatus status() const { return m_control->status(); }
    /// Returns true when the training is over, false after the timeout \p patience.
    bool waitUntilOver(std::chrono::milliseconds patience) const;

    /// Enables checkpoints in \p path, at the times given by the experiment. Before each checkpoint, calls \p settle on the
    /// session's thread: it must return when the run's ticks are on disk, or throw, so that no checkpoint is ahead of its
    /// run. A checkpoint that cannot be written adds a warning to the run.
    void keepCheckpoint(const std::filesystem::path &path, std::function<void()> settle = {});
    /// \p judge is called on the session's thread after the last batch, before the run is over.
    void setLastLook(std::function<void()> judge);
    /// Writes the model for PyTorch. May be called after the end of the training.
    void saveModel(const std::filesystem::path &path, Saved saved);

private:
    struct Checkpointing
    {
        std::filesystem::path path;
        std::function<void()> settle;
    };
    void run(Priority priority);
    Position prepare(Trainer &trainer);
    void train(Trainer &trainer, const Position &start);
    bool followCommands(Trainer &trainer);
    void checkpointIfDue(Trainer &trainer, const Position &position);
    record::Message writeCheckpoint(Trainer &trainer);
    record::Message saveCheckpoint();
    void setLearningRate(double rate);
    bool watch(const experiment::WatcherChange &change, const experiment::KindSettings &watcher);
    void publish(const Position &position, const Trainer &trainer);
    /// \p status is the run's status if it does not follow from \p state.
    void end(State state, const record::Message &message = {}, std::optional<record::RunStatus> status = std::nullopt);
    void setInterruptible(Trainer *trainer);
    void interrupt();
    void setState(State state, const record::Message &activity = {});
    void checkLoss(const Position &position);
    void reportLayers(Trainer &trainer);
    void reportOutputShapes(const Trainer &trainer);
    void note(record::RunEvent::Kind kind, const record::Message &text);
    void note(record::RunEvent event);

    experiment::Experiment m_experiment;
    std::shared_ptr<store::RunStore> m_store;
    MakeTrainer m_makeTrainer;
    store::StoreVisualizer m_recorder;

    const std::shared_ptr<TrainingControl> m_control;
    std::mutex m_mutex; ///< guards the two members below
    Trainer *m_interruptible = nullptr; ///< null if no trainer can be interrupted
    std::function<void()> m_lastLook;

    Trainer *m_trainer = nullptr; ///< set after preparation; used by the session's thread only, like all members below
    bool m_lossWasFinite = true;
    TrainingPace m_pace;
    TrainingPace::Batches m_perEpoch;
    std::chrono::steady_clock::time_point m_lastFigures; ///< last update of speed and costs
    std::int64_t m_batchesDone = 0;
    std::optional<Checkpointing> m_checkpointing;
    std::chrono::steady_clock::time_point m_lastCheckpoint;
    std::int64_t m_batchesAtCheckpoint = 0;

    std::thread m_thread;
};

} // namespace lensboard::session
