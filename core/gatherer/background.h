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

/// Computes numbers that the end of a tick need not wait for, in the order in which they were asked for, on a thread of its own and one core.
///
/// Thread: that of the tap.
/// Shutdown: the destructor waits until all is computed.
class Background
{
public:
    using Account = StepCosts::Account;

    Background() = default;
    Background(const Background &) = delete;
    Background &operator=(const Background &) = delete;

    /// What \p function returns, or throws. Waits for numbers of the tick before, so that no more than one tick's are on the way.
    std::shared_future<double> compute(Account account, std::function<double()> function);
    /// Something of \p account is not computed yet.
    bool isBusy(Account account) const;
    /// To be called when a tick ends, before compute(). Charges what computing took since the last call.
    /// Errors: what a function threw.
    void tickEnds(StepCosts &costs);

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
        double seconds; ///< of its thread
        std::shared_future<double> number;
    };

    void run(const std::stop_token &stop);

    std::uint64_t m_tick = 0;
    mutable std::mutex m_mutex; ///< of all below
    std::condition_variable_any m_changed;
    std::deque<Task> m_tasks; ///< the first is being computed
    std::vector<Done> m_done; ///< since the last tick
    std::jthread m_thread; ///< begins with the first task, and ends before what it uses
};

} // namespace lensboard::gatherer
