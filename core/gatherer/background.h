#pragma once

#include "core/gatherer/step_costs.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace lensboard::gatherer {

/// Computes numbers on a thread and one core of its own, in the order of the requests, so that the end of a tick need not wait.
///
/// Thread: the tap's.
/// Shutdown: the destructor waits for all pending numbers.
class Background
{
public:
    using Account = StepCosts::Account;

    Background() = default;
    Background(const Background &) = delete;
    Background &operator=(const Background &) = delete;

    /// Returns the future result, or exception, of \p function. Waits for pending numbers of the tick before: at most one tick's are pending.
    std::shared_future<double> compute(Account account, std::function<double()> function);
    /// Returns true if a number of \p account is pending.
    bool isBusy(Account account) const;
    /// Call when a tick ends, before compute(). Charges the computing time since the last call.
    /// Errors: rethrows an exception of a function.
    void endTick(StepCosts &costs);

private:
    struct Task
    {
        Account account;
        std::uint64_t tick;
        std::packaged_task<double()> compute;
        std::shared_future<double> number = compute.get_future().share();
    };
    struct Done
    {
        Account account;
        double seconds; ///< time of the worker thread
        std::shared_future<double> number;
    };

    void run(const std::stop_token &stop);

    std::uint64_t m_tick = 0;
    mutable std::mutex m_mutex; ///< guards all members below
    std::condition_variable_any m_changed;
    std::deque<Task> m_tasks; ///< the front task is running
    std::vector<Done> m_done; ///< finished since the last tick
    std::jthread m_thread; ///< starts with the first task; declared last so that it stops before the members above are destroyed
};

} // namespace lensboard::gatherer
