#include "core/session/orders.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace lensboard::session {

Orders::Orders(experiment::Roster watchers, Training training, bool isRunning)
    : m_training(std::move(training)), m_watchers(std::move(watchers)), m_running(isRunning)
{
    m_given.run = isRunning;
}

void Orders::order(const std::function<void(Given &)> &change)
{
    {
        const std::lock_guard lock(m_mutex);
        change(m_given);
        m_isNew.store(true, std::memory_order_release); // set under the lock, or a waiter could miss it
    }
    m_changed.notify_all();
}

void Orders::start()
{
    order([](Given &given) {
        given.run = true;
        given.steps = 0;
    });
}

void Orders::pause()
{
    order([](Given &given) {
        given.run = false;
        given.steps = 0;
        given.dropSteps = true;
    });
}

void Orders::step()
{
    order([](Given &given) {
        given.run = false;
        ++given.steps;
    });
}

void Orders::stepToTick()
{
    order([](Given &given) {
        given.run = false;
        given.toTick = true;
    });
}

void Orders::stop()
{
    order([](Given &given) { given.stop = true; });
}

bool Orders::isStopOrdered() const
{
    const std::lock_guard lock(m_mutex);
    return m_given.stop;
}

void Orders::change(const experiment::WatcherChange &change)
{
    order([&](Given &) {
        m_tasks.emplace_back([this, change, watcher = m_watchers.apply(change)] {
            if (m_training.watch(change, watcher))
                return;
            const std::lock_guard lock(m_mutex);
            m_watchers.apply(experiment::WatcherChange::switched(change.watcher, false));
            ++m_watcherChanges;
        });
        ++m_watcherChanges;
    });
}

void Orders::add(const experiment::Choice &watcher)
{
    const std::lock_guard lock(m_mutex);
    m_watchers.add(watcher);
    ++m_watcherChanges;
}

experiment::Roster Orders::watchers() const
{
    const std::lock_guard lock(m_mutex);
    return m_watchers;
}

void Orders::post(Task task)
{
    order([&](Given &) { m_tasks.push_back(std::move(task)); });
}

/// Takes all orders. Running and stopping remain set, as they are states.
Orders::Given Orders::take()
{
    const std::lock_guard lock(m_mutex);
    Given lasting;
    lasting.run = m_given.run;
    lasting.stop = m_given.stop;
    return std::exchange(m_given, lasting);
}

void Orders::setPace(const Given &given)
{
    constexpr std::int64_t kEndless = std::numeric_limits<std::int64_t>::max(); // until the tick ends
    if (given.run || given.dropSteps) {
        m_stepsLeft = 0;
        m_pauseAtTick = 0;
    }
    m_stepsLeft += std::min(given.steps, kEndless - m_stepsLeft);
    if (given.toTick && !given.run) {
        m_stepsLeft = kEndless;
        m_pauseAtTick = m_training.tickCount() + 1;
    }
    if (m_running && !given.run)
        m_training.setRunning(false);
    m_running = given.run;
}

bool Orders::follow(std::int64_t steps)
{
    const bool tickEnded = m_pauseAtTick > 0 && m_training.tickCount() >= m_pauseAtTick;
    if (m_stepsLeft > 0 && ((m_stepsLeft -= steps) == 0 || tickEnded) && !m_running) {
        m_stepsLeft = 0;
        m_pauseAtTick = 0;
        m_training.setRunning(false);
    }
    if (!m_isNew.exchange(false, std::memory_order_acquire) && isGoing())
        return true;
    while (true) {
        doTasks();
        const Given given = take();
        if (given.stop)
            return false;
        setPace(given);
        if (isGoing()) {
            m_training.setRunning(true);
            return true;
        }
        std::unique_lock lock(m_mutex);
        const auto isNew = [this] { return m_isNew.exchange(false, std::memory_order_acquire); };
        if (!m_training.whilePaused) {
            m_changed.wait(lock, isNew);
            continue;
        }
        while (!m_changed.wait_for(lock, std::chrono::milliseconds(100), isNew)) {
            lock.unlock();
            m_training.whilePaused();
            lock.lock();
        }
    }
}

void Orders::doTasks()
{
    std::unique_lock lock(m_mutex);
    for (std::size_t waiting = m_tasks.size(); waiting > 0 && !m_tasks.empty(); --waiting) {
        const Task task = std::move(m_tasks.front());
        m_tasks.pop_front();
        lock.unlock();
        task();
        lock.lock();
    }
}

void Orders::doTasksUntilLeft()
{
    while (true) {
        doTasks();
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_leave || !m_tasks.empty(); });
        if (m_tasks.empty())
            return;
    }
}

void Orders::leave()
{
    {
        const std::lock_guard lock(m_mutex);
        m_leave = true;
    }
    m_changed.notify_all();
}

} // namespace lensboard::session
