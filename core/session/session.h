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

/// Status of a session.
struct Status
{
    State state = State::Preparing;
    std::string activity; ///< current activity while Preparing; the error if Failed
    Position position;
    std::int64_t epochs = 0;
    std::int64_t batchesPerEpoch = 0; ///< training and validation together
    double stepsPerSecond = 0;        ///< recent mean while Running, without validation; 0: not known yet
    double secondsLeft = -1;          ///< -1: not known yet
    double learningRate = 0;
    bool isStopping = false; ///< stop() was called
    bool hasTrained = false; ///< at least one batch is trained
    bool isInterruptible = false;
    bool keepsCheckpoints = false; ///< checkpoints can be written now
    std::size_t hookCount = 0; ///< hooks of watchers attached to the model
    LensCosts lensCosts;
};

/// Trains on its own thread and records into a RunStore. Accepts orders on any thread, and follows them before the next
/// batch. An exception ends the training, not the program.
///
/// Keeps the trainer until destruction, so that the model can be saved after the training.
/// Shutdown: the destructor stops after the current batch and joins; after 5 s it interrupts the batch. The store keeps all data.
class Session
{
public:
    using MakeTrainer = std::function<std::unique_ptr<Trainer>(const experiment::Experiment &)>;
    /// Receives the error, empty after success. Called on the session's thread.
    using Saved = std::function<void(const std::string &error)>;
    /// Scheduling priority of the training thread in this process.
    enum class Priority { Normal, BelowWindow };

    /// Starts preparing at once; training waits for start().
    Session(experiment::Experiment experiment, std::shared_ptr<store::RunStore> store, MakeTrainer makeTrainer,
            Priority priority = Priority::Normal);
    ~Session();

    const experiment::Experiment &experiment() const { return m_experiment; }
    const std::shared_ptr<store::RunStore> &store() const { return m_store; }

    void start() { m_orders.start(); } ///< also continues after pause()
    void pause() { m_orders.pause(); }
    void step() { m_orders.step(); } ///< trains one batch, then pauses
    void stepToTick() { m_orders.stepToTick(); } ///< trains to the end of the next tick, then pauses
    void stop(); ///< stops after the current batch
    void interrupt(); ///< stops within the batch if the trainer can, without writing a checkpoint
    void setLearningRate(double rate);
    /// Switches, changes or adds a watcher; its hooks change before the next batch.
    /// Errors: experiment::ExperimentError with the reason why the change is not possible.
    void change(const experiment::WatcherChange &change) { m_orders.change(change); }
    /// Returns the watchers, including orders that are not followed yet.
    experiment::Roster watchers() const { return m_orders.watchers(); }
    std::size_t watcherChanges() const { return m_orders.watcherChanges(); }

    /// Enables checkpoints in \p path, at the times given by the experiment. Before each checkpoint, calls \p settle on the
    /// session's thread: it must return when the run's ticks are on disk, or throw, so that no checkpoint is ahead of its
    /// run. A checkpoint that cannot be written adds a warning to the run.
    void keepCheckpoint(const std::filesystem::path &path, std::function<void()> settle = {});
    /// \p judge is called on the session's thread after the last batch, before the run is over.
    void setLastLook(std::function<void()> judge);
    void saveCheckpoint(Saved saved = {}); ///< writes a checkpoint before the next batch; requires keepCheckpoint()
    /// Writes the model for PyTorch. May be called after the end of the training.
    void saveModel(const std::filesystem::path &path, Saved saved);

    Status status() const;
    /// Returns true when the training is over, false after the timeout \p patience.
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
    /// \p status is the run's status if it does not follow from \p state.
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
    mutable std::mutex m_mutex; ///< guards the status and the three members below
    mutable std::condition_variable m_changed;
    Status m_status;
    Trainer *m_interruptible = nullptr; ///< null if no trainer can be interrupted
    std::function<void()> m_lastLook;
    std::optional<double> m_newLearningRate; ///< ordered since the last batch

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
