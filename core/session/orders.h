#pragma once

#include "core/experiment/roster.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>

namespace lensboard::session {

/// What a training is asked to do, and with which watchers: asked on any thread, done on the training's between two batches.
class Orders
{
public:
    using Task = std::function<void()>;
    /// The training that follows the orders. Called on its thread.
    struct Training
    {
        std::function<void(bool isRunning)> setRunning; ///< after orders, and where it pauses
        std::function<std::size_t()> tickCount;         ///< that have ended
        /// Returns false if there cannot be such a watcher; it stays off.
        std::function<bool(const experiment::WatcherChange &change, const experiment::Choice &watcher)> watch;
        /// Ten times a second where it pauses; what it throws leaves follow(). May be empty.
        std::function<void()> whilePaused = {};
    };

    Orders(experiment::Roster watchers, Training training, bool isRunning = false);

    // Thread: any.

    void start(); ///< or goes on after pause()
    void pause();
    void step();       ///< one batch, then pauses
    void stepToTick(); ///< to the end of the next tick, then pauses
    void stop();       ///< after this batch
    bool isStopOrdered() const;
    /// Switches, sets or adds a watcher.
    /// Errors: experiment::ExperimentError saying why it cannot be.
    void change(const experiment::WatcherChange &change);
    /// Adds a watcher of which the training knows.
    /// Errors: as experiment::Roster::add().
    void add(const experiment::Choice &watcher);
    /// As they were ordered to be.
    experiment::Roster watchers() const;
    /// How often these have changed.
    std::size_t watcherChanges() const { return m_watcherChanges; }
    /// Has \p task, which throws nothing, done before the next batch: at once if the training is paused.
    void post(Task task);

    // Thread: the training's.

    /// To be called between two batches, \p steps having been trained since the last call. Does what was ordered since, and waits
    /// while paused. Returns false to stop.
    bool follow(std::int64_t steps = 1);
    /// Whether follow() would do or change anything but train on.
    bool areWaiting() const { return m_isNew || !m_running; }
    /// Does the tasks that wait when it is called. What one throws leaves the others waiting.
    void doTasks();
    /// Whether it trains on until it is paused, rather than for so many steps.
    bool isRunning() const { return m_running; }
    /// Does tasks, of a training that is over, until leave() is called on another thread.
    void doTasksUntilLeft();
    void leave();

private:
    struct Given
    {
        bool run = false;
        bool stop = false;
        std::int64_t steps = 0;
        bool toTick = false;
        bool dropSteps = false; ///< those ordered before count no more
    };
    void order(const std::function<void(Given &)> &change);
    Given take();
    void setPace(const Given &given);
    bool isGoing() const { return m_running || m_stepsLeft > 0; }

    const Training m_training;
    mutable std::mutex m_mutex; ///< guards all down to m_isNew
    std::condition_variable m_changed;
    experiment::Roster m_watchers;
    Given m_given;
    std::deque<Task> m_tasks;
    bool m_leave = false;
    std::atomic<bool> m_isNew = false; ///< saves the lock when nothing is
    std::atomic<std::size_t> m_watcherChanges = 0;

    std::int64_t m_stepsLeft = 0; ///< the training's own, as all below
    std::size_t m_pauseAtTick = 0; ///< counted from 1; 0: at none
    bool m_running;
};

} // namespace lensboard::session
