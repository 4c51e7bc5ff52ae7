#include "core/gatherer/background.h"

#include "core/record/clock.h"
#include "core/tensor/library.h"
#include "core/tensor/parallel.h"

#include <algorithm>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

namespace lensboard::gatherer {

namespace {

constexpr int kNice = 5; ///< nice value relative to the training thread

/// Lowers the priority of the calling thread and leaves other cores to the training.
void yieldToTraining()
{
    if (const Library *library = Library::loaded())
        library->beginThread();
    setThreadCount(1);
    const auto self = static_cast<id_t>(gettid());
    setpriority(PRIO_PROCESS, self, getpriority(PRIO_PROCESS, self) + kNice);
}

} // namespace

std::shared_future<double> Background::compute(Account account, std::function<double()> function)
{
    Task task{account, m_tick, std::packaged_task<double()>(std::move(function))};
    std::shared_future<double> number = task.number;
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_tasks.empty() || m_tasks.front().tick == m_tick; });
    m_tasks.push_back(std::move(task));
    if (!m_thread.joinable())
        m_thread = std::jthread([this](const std::stop_token &stop) { run(stop); });
    m_changed.notify_all();
    return number;
}

bool Background::isBusy(Account account) const
{
    const std::lock_guard lock(m_mutex);
    return std::ranges::find(m_tasks, account, &Task::account) != m_tasks.end();
}

void Background::endTick(StepCosts &costs)
{
    ++m_tick;
    const std::lock_guard lock(m_mutex);
    for (const auto &[account, seconds, number] : std::exchange(m_done, {})) {
        costs.charge(account, seconds);
        number.get(); // rethrows an exception of its function
    }
}

void Background::run(const std::stop_token &stop)
{
    yieldToTraining();
    std::unique_lock lock(m_mutex);
    while (m_changed.wait(lock, stop, [this] { return !m_tasks.empty(); })) {
        Task &task = m_tasks.front(); // stays in place: only this thread removes it
        lock.unlock();
        const double before = record::threadSeconds();
        task.compute();
        const double seconds = record::threadSeconds() - before;
        lock.lock();
        m_done.push_back({task.account, seconds, task.number});
        m_tasks.pop_front();
        m_changed.notify_all();
    }
}

} // namespace lensboard::gatherer
