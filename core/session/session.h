#pragma once

#include "core/experiment/experiment.h"
#include "core/record/run_event.h"
#include "core/session/orders.h"
#include "core/session/training_pace.h"
#include "core/store/columns/store_visualizer.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace lensboard::store {
class RunStore;
}

namespace lensboard::session {

enum class State { Preparing, Ready, Running, Paused, Finished, Stopped, Failed };

const char *toText(State state);
bool isOver(State state);

/// A session at a glance.
struct Status
{
    State state = State::Preparing;
    std::string activity; ///< what is being done while Preparing; why, when Failed
    Position position;
    std::int64_t epochs = 0;
    std::int64_t batchesPerEpoch = 0; ///< training and validation together
    double stepsPerSecond = 0;        ///< recent mean, while Running, without validation; 0: not known yet
    double secondsLeft = -1;          ///< -1: not known yet
    double learningRate = 0;
    bool isStopping = false; ///< stop() was called
    bool hasTrained = false; ///< at least one batch
    bool isInterruptible = false;
    bool keepsCheckpoints = false; ///< they can be written now
    std::size_t hookCount = 0; ///< watchers in place on the model
    LensCosts lensCosts;
};

/// Trains on a thread of its own and records into a RunStore. Takes orders from any thread, and follows them before the next
/// batch. An exception ends the training, not the program.
///
/// The trainer stays until the session goes, so that its model can be saved when the training is over.
/// Shutdown: the destructor stops after the current batch and joins; after 5 s it interrupts that. The store keeps everything.
class Session
{
public:
    using MakeTrainer = std::function<std::unique_ptr<Trainer>(const experiment::Experiment &)>;
    /// What went wrong, empty if nothing did. Called on the session's thread.
    using Saved = std::function<void(const std::string &error)>;
    /// How the training thread is scheduled beside others of this process.
    enum class Priority { Normal, BelowWindow };

    /// Starts preparing at once; training waits for start().
    Session(experiment::Experiment experiment, std::shared_ptr<store::RunStore> store, MakeTrainer makeTrainer,
            Priority priority = Priority::Normal);
    ~Session();

    const experiment::Experiment &experiment() const { return m_experiment; }
    const std::shared_ptr<store::RunStore> &store() const { return m_store; }

    void start() { m_orders.start(); } ///< or goes on after pause()
    void pause() { m_orders.pause(); }
    void step() { m_orders.step(); } ///< one batch, then pauses
    void stepToTick() { m_orders.stepToTick(); } ///< to the end of the next tick, then pauses
    void stop(); ///< after this batch
    void interrupt(); ///< stops within the batch, if the trainer can; without a checkpoint
    void setLearningRate(double rate);
    /// Switches, sets or adds a watcher; its hooks follow before the next batch.
    /// Errors: experiment::ExperimentError saying why it cannot be.
    void change(const experiment::WatcherChange &change) { m_orders.change(change); }
    /// As they were ordered to be.
    experiment::Roster watchers() const { return m_orders.watchers(); }
    std::size_t watcherChanges() const { return m_orders.watcherChanges(); }

    /// From here on checkpoints are written into \p path as the experiment says; before each \p settle is called, on the
    /// session's thread, to return when the run's ticks are on disk, or throw if they cannot be: a checkpoint is not ahead of its
    /// run. One that cannot be written becomes a warning of the run.
    void keepCheckpoint(const std::filesystem::path &path, std::function<void()> settle = {});
    /// \p judge is called on the session's thread when nothing more will be trained, before the run is over.
    void setLastLook(std::function<void()> judge);
    void saveCheckpoint(Saved saved = {}); ///< now; needs keepCheckpoint()
    /// Writes the model for PyTorch, also when the training is over.
    void saveModel(const std::filesystem::path &path, Saved saved);

    Status status() const;
    /// True once it is over; false if \p patience ended before.
    bool waitUntilOver(std::chrono::milliseconds patience) const;

private:
    struct Checkpointing
    {
        std::filesystem::path path;
        std::function<void()> settle;
    };
    void run(Priority priority);
    void prepare(Trainer &trainer);
    void train(Trainer &trainer);
    bool followOrders(Trainer &trainer);
    void checkpointIfDue(Trainer &trainer, const Position &position);
    std::string writeCheckpoint(Trainer &trainer);
    void takeLearningRate();
    bool watch(const experiment::WatcherChange &change, const experiment::Choice &watcher);
    void setRunning(bool isRunning);
    void publish(const Position &position, const Trainer &trainer);
    /// \p status: of the run, if it is not what \p state says.
    void end(State state, const std::string &message = {}, std::optional<record::RunStatus> status = std::nullopt);
    void setInterruptible(Trainer *trainer);
    void setState(State state, const std::string &activity = {});
    void checkLoss(const Position &position);
    void reportLayers(Trainer &trainer);
    void reportOutputShapes(const Trainer &trainer);
    void note(record::RunEvent::Kind kind, const std::string &text);
    void note(record::RunEvent event);

    experiment::Experiment m_experiment;
    std::shared_ptr<store::RunStore> m_store;
    MakeTrainer m_makeTrainer;
    store::StoreVisualizer m_recorder;

    Orders m_orders;
    mutable std::mutex m_mutex; ///< guards the status and the three below
    mutable std::condition_variable m_changed;
    Status m_status;
    Trainer *m_interruptible = nullptr; ///< while there is one
    std::function<void()> m_lastLook;
    std::optional<double> m_newLearningRate; ///< ordered since the last batch

    Trainer *m_trainer = nullptr; ///< once it is prepared; the session thread's own, as all below
    bool m_lossWasFinite = true;
    TrainingPace m_pace;
    TrainingPace::Batches m_perEpoch;
    std::chrono::steady_clock::time_point m_lastFigures; ///< of speed and costs
    std::int64_t m_batchesDone = 0;
    std::optional<Checkpointing> m_checkpointing;
    std::chrono::steady_clock::time_point m_lastCheckpoint;
    std::int64_t m_batchesAtCheckpoint = 0;

    std::thread m_thread;
};

} // namespace lensboard::session
