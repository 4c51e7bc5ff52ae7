#pragma once

#include "core/record/message.h"
#include "core/session/transport.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>

namespace lensboard::session {

/// Control of a training in this process: owns its status, takes its commands on any thread, and follows them on the training's thread
/// between two batches. May outlive the training.
class TrainingControl final : public Transport
{
public:
    using Task = std::function<void()>;
    /// Callbacks of the training. Called on its thread, except interrupt.
    struct Training
    {
        std::function<void(bool isRunning)> setRunning = {}; ///< called after commands, and at the start of a pause; may be empty
        std::function<std::size_t()> tickCount;              ///< number of completed ticks
        /// Returns false if the watcher is not possible; it stays off.
        std::function<bool(const experiment::WatcherChange &change, const experiment::KindSettings &watcher)> watch;
        /// Called ten times per second while paused. Exceptions propagate out of follow(). May be empty.
        std::function<void()> whilePaused = {};
        std::function<void(double rate)> setLearningRate = {}; ///< receives the last of several rates; empty without this ability
        std::function<record::Message()> saveCheckpoint = {};      ///< returns the error; empty without this ability
        std::function<void()> interrupt = {};                  ///< called on any thread, after the command to stop; may be empty
    };

    /// The training begins with \p status; it runs at once if its state is Running.
    explicit TrainingControl(Training training, TrainingStatus status = {});

    // Thread: any.

    void send(const Command &command, const Done &done = {}) override;
    /// Adds a watcher that the training already has.
    /// Errors: see experiment::Roster::add().
    void add(const experiment::KindSettings &watcher);
    /// Schedules \p task before the next batch, or at once if the training is paused. It must not throw.
    void post(Task task);
    bool isStopRequested() const;
    /// For the training. Applies \p change to its status.
    using Transport::update;

    // Thread: the training's.

    /// Call between two batches, with the number of steps trained since the last call. Follows all commands given since, and blocks
    /// while paused. Returns false to stop.
    bool follow(std::int64_t steps = 1);
    /// Returns true if follow() would do more than continue the training.
    bool areWaiting() const { return m_isNew || !m_running; }
    /// Runs the tasks that are queued at the time of the call. If one throws, the remaining tasks stay queued.
    void doTasks();
    /// Returns true if the training runs until it is paused, not for a limited number of steps.
    bool isRunning() const { return m_running; }
    /// Runs tasks of a finished training, until detach() is called on another thread.
    void doTasksUntilDetached();
    /// Ends the callbacks to the training.
    void detach();

private:
    struct Given
    {
        bool run = false;
        bool stop = false;
        std::int64_t steps = 0;
        bool toTick = false;
        bool dropSteps = false; ///< discards earlier commands for steps
    };
    void request(const std::function<void(Given &)> &change);
    void setLearningRate(double rate);
    void change(const experiment::WatcherChange &change);
    experiment::KindSettings changed(const std::function<const experiment::KindSettings &(experiment::Roster &)> &change);
    void setRunning(bool isRunning);
    Given take();
    void setPace(const Given &given);
    bool isGoing() const { return m_running || m_stepsLeft > 0; }

    const Training m_training;
    mutable std::mutex m_mutex; ///< guards all members down to m_isNew, and changes of the status' watchers
    std::condition_variable m_changed;
    Given m_given;
    std::optional<double> m_newLearningRate; ///< commanded since the last batch
    std::deque<Task> m_tasks;
    bool m_isDetached = false;
    std::atomic<bool> m_isNew = false; ///< avoids locking if there are no commands

    std::int64_t m_stepsLeft = 0; ///< used by the training's thread only, like all members below
    std::size_t m_pauseAtTick = 0; ///< counted from 1; 0: no pause
    bool m_running;
};

} // namespace lensboard::session
