#include "core/session/training_control.h"

#include "core/record/error.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace lensboard::session {

TrainingControl::TrainingControl(Training training, TrainingStatus status)
    : Transport(std::move(status)), m_training(std::move(training)), m_running(this->status().state == State::Running)
{
    m_given.run = m_running;
    update([](TrainingStatus &) {}); // the first revision
}

void TrainingControl::request(const std::function<void(Given &)> &change)
{
    {
        const std::lock_guard lock(m_mutex);
        change(m_given);
        m_isNew.store(true, std::memory_order_release); // set under the lock, or a waiter could miss it
    }
    m_changed.notify_all();
}

void TrainingControl::send(const Command &command, const Done &done)
{
    record::Message refusal;
    switch (command.kind) {
    case Command::Kind::Start:
        request([](Given &given) {
            given.run = true;
            given.steps = 0;
        });
        break;
    case Command::Kind::Pause:
        request([](Given &given) {
            given.run = false;
            given.steps = 0;
            given.dropSteps = true;
        });
        break;
    case Command::Kind::Step:
        request([](Given &given) {
            given.run = false;
            ++given.steps;
        });
        break;
    case Command::Kind::StepToTick:
        request([](Given &given) {
            given.run = false;
            given.toTick = true;
        });
        break;
    case Command::Kind::Stop:
    case Command::Kind::Interrupt:
        request([&](Given &given) {
            given.stop = true;
            if (command.kind == Command::Kind::Interrupt && m_training.interrupt && !m_isDetached)
                m_training.interrupt();
        });
        update([](TrainingStatus &status) { status.isStopping = !isOver(status.state); });
        break;
    case Command::Kind::LearningRate: setLearningRate(command.learningRate); break;
    case Command::Kind::Watcher:
        try {
            change(command.change);
        } catch (const experiment::ExperimentError &error) {
            refusal = record::messageOf(error);
        }
        break;
    case Command::Kind::Checkpoint:
        return post([this, done] {
            const record::Message error = m_training.saveCheckpoint();
            if (done)
                done(error);
        });
    }
    if (done)
        done(refusal);
}

void TrainingControl::setLearningRate(double rate)
{
    request([&](Given &) {
        m_newLearningRate = rate;
        m_tasks.emplace_back([this] {
            std::unique_lock lock(m_mutex);
            const auto last = std::exchange(m_newLearningRate, std::nullopt);
            lock.unlock();
            if (last)
                m_training.setLearningRate(*last);
        });
    });
}

/// Errors: experiment::ExperimentError with the reason why the change is not possible.
void TrainingControl::change(const experiment::WatcherChange &change)
{
    request([&](Given &) {
        m_tasks.emplace_back([this, change, watcher = changed([&](auto &watchers) -> auto & { return watchers.apply(change); })] {
            if (m_training.watch(change, watcher))
                return;
            const std::lock_guard lock(m_mutex);
            changed([&](auto &watchers) -> auto & { return watchers.apply(experiment::WatcherChange::switched(change.watcher, false)); });
        });
    });
}

void TrainingControl::add(const experiment::KindSettings &watcher)
{
    const std::lock_guard lock(m_mutex);
    changed([&](auto &watchers) -> auto & {
        watchers.add(watcher);
        return watcher;
    });
}

/// Replaces the status' watchers by a changed copy. \c m_mutex must be locked. Returns the watcher that \p change returns.
experiment::KindSettings TrainingControl::changed(const std::function<const experiment::KindSettings &(experiment::Roster &)> &change)
{
    const auto watchers = std::make_shared<experiment::Roster>(*status().watchers);
    const experiment::KindSettings watcher = change(*watchers);
    update([&](TrainingStatus &status) { status.watchers = watchers; });
    return watcher;
}

bool TrainingControl::isStopRequested() const
{
    const std::lock_guard lock(m_mutex);
    return m_given.stop;
}

void TrainingControl::post(Task task)
{
    request([&](Given &) { m_tasks.push_back(std::move(task)); });
}

void TrainingControl::setRunning(bool isRunning)
{
    update([&](TrainingStatus &status) { status.state = isRunning ? State::Running : State::Paused; });
    if (m_training.setRunning)
        m_training.setRunning(isRunning);
}

/// Takes all commands. Running and stopping remain set, as they are states.
TrainingControl::Given TrainingControl::take()
{
    const std::lock_guard lock(m_mutex);
    Given lasting;
    lasting.run = m_given.run;
    lasting.stop = m_given.stop;
    return std::exchange(m_given, lasting);
}

void TrainingControl::setPace(const Given &given)
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
        setRunning(false);
    m_running = given.run;
}

bool TrainingControl::follow(std::int64_t steps)
{
    const bool isTickOver = m_pauseAtTick > 0 && m_training.tickCount() >= m_pauseAtTick;
    if (m_stepsLeft > 0 && ((m_stepsLeft -= steps) == 0 || isTickOver) && !m_running) {
        m_stepsLeft = 0;
        m_pauseAtTick = 0;
        setRunning(false);
    }
    if (!m_isNew.exchange(false, std::memory_order_acquire) && isGoing())
        return true;
    while (true) {
        const Given given = take(); // before doTasks(): a task that was sent before a command is then done before it
        doTasks();
        if (given.stop)
            return false;
        setPace(given);
        if (isGoing()) {
            setRunning(true);
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

void TrainingControl::doTasks()
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

void TrainingControl::doTasksUntilDetached()
{
    while (true) {
        doTasks();
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_isDetached || !m_tasks.empty(); });
        if (m_tasks.empty())
            return;
    }
}

void TrainingControl::detach()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isDetached = true;
    }
    m_changed.notify_all();
}

} // namespace lensboard::session
