#pragma once

#include "core/experiment/roster.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>

namespace lensboard::session {

/// Orders to a training, and its watchers as ordered. Given on any thread, followed on the training's thread between two batches.
class Orders
{
public:
    using Task = std::function<void()>;
    /// Callbacks of the training that follows the orders. Called on its thread.
    struct Training
    {
        std::function<void(bool isRunning)> setRunning; ///< called after orders, and at the start of a pause
        std::function<std::size_t()> tickCount;         ///< number of completed ticks
        /// Returns false if the watcher is not possible; it stays off.
        std::function<bool(const experiment::WatcherChange &change, const experiment::Choice &watcher)> watch;
        /// Called ten times per second while paused. Exceptions propagate out of follow(). May be empty.
        std::function<void()> whilePaused = {};
    };

    Orders(experiment::Roster watchers, Training training, bool isRunning = false);

    // Thread: any.

    void start(); ///< also continues after pause()
    void pause();
    void step();       ///< trains one batch, then pauses
    void stepToTick(); ///< trains to the end of the next tick, then pauses
    void stop();       ///< stops after the current batch
    bool isStopOrdered() const;
    /// Switches, changes or adds a watcher.
    /// Errors: experiment::ExperimentError with the reason why the change is not possible.
    void change(const experiment::WatcherChange &change);
    /// Adds a watcher that the training already has.
    /// Errors: see experiment::Roster::add().
    void add(const experiment::Choice &watcher);
    /// Returns the watchers, including orders that are not followed yet.
    experiment::Roster watchers() const;
    /// Returns the number of changes of watchers().
    std::size_t watcherChanges() const { return m_watcherChanges; }
    /// Schedules \p task before the next batch, or at once if the training is paused. It must not throw.
    void post(Task task);

    // Thread: the training's.

    /// Call between two batches, with the number of steps trained since the last call. Follows all orders given since, and blocks
    /// while paused. Returns false to stop.
    bool follow(std::int64_t steps = 1);
    /// Returns true if follow() would do more than continue the training.
    bool areWaiting() const { return m_isNew || !m_running; }
    /// Runs the tasks that are queued at the time of the call. If one throws, the remaining tasks stay queued.
    void doTasks();
    /// Returns true if the training runs until it is paused, not for a limited number of steps.
    bool isRunning() const { return m_running; }
    /// Runs tasks of a finished training, until leave() is called on another thread.
    void doTasksUntilLeft();
    void leave();

private:
    struct Given
    {
        bool run = false;
        bool stop = false;
        std::int64_t steps = 0;
        bool toTick = false;
        bool dropSteps = false; ///< discards earlier orders for steps
    };
    void order(const std::function<void(Given &)> &change);
    Given take();
    void setPace(const Given &given);
    bool isGoing() const { return m_running || m_stepsLeft > 0; }

    const Training m_training;
    mutable std::mutex m_mutex; ///< guards all members down to m_isNew
    std::condition_variable m_changed;
    experiment::Roster m_watchers;
    Given m_given;
    std::deque<Task> m_tasks;
    bool m_leave = false;
    std::atomic<bool> m_isNew = false; ///< avoids locking if there are no orders
    std::atomic<std::size_t> m_watcherChanges = 0;

    std::int64_t m_stepsLeft = 0; ///< used by the training's thread only, like all members below
    std::size_t m_pauseAtTick = 0; ///< counted from 1; 0: no pause
    bool m_running;
};

} // namespace lensboard::session
