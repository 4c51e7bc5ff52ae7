#pragma once

#include "core/control/ordered_training.h"
#include "core/session/orders.h"

#include <atomic>
#include <functional>
#include <memory>

namespace lensboard::store {
class RunStore;
}

namespace lensboard {

/// A training loop with an Inspector, as the receiver of orders from other processes.
class OrderedLoop final : public control::OrderedTraining
{
public:
    /// Abilities of the loop, and callbacks on its thread.
    struct Loop
    {
        bool canPause = true;
        std::function<void(double rate)> setLearningRate = {}; ///< empty if not supported
        std::function<void()> saveCheckpoint = {}; ///< empty if not supported
        std::function<void(const std::string &text)> warn; ///< reports an exception of a callback above
        std::function<void(double rate)> noteRate; ///< records a learning rate that was set
    };

    OrderedLoop(std::shared_ptr<session::Orders> orders, std::shared_ptr<const store::RunStore> run, Loop loop);

    control::Status status() const override;
    std::vector<experiment::Choice> watchers() const override;
    std::size_t watcherChanges() const override { return m_orders->watcherChanges(); }
    void follow(const control::Order &order, const Done &done) override;

    // Thread: the loop's.

    void setRunning(bool isRunning) { m_isRunning = isRunning; }
    void setPlace(std::int64_t epoch, std::int64_t step);
    void setHooks(std::size_t hooks) { m_hooks = hooks; }
    /// Call if the loop has asked if it shall stop: it then accepts orders to stop.
    void setAsksForStop() { m_asksForStop = true; }

private:
    std::string tried(const std::function<void()> &work) const;

    const std::shared_ptr<session::Orders> m_orders;
    const std::shared_ptr<const store::RunStore> m_run;
    const Loop m_loop;
    std::atomic<bool> m_isRunning = true, m_asksForStop = false;
    std::atomic<std::int64_t> m_epoch = 0, m_step = 0;
    std::atomic<std::size_t> m_hooks = 0;
    std::atomic<double> m_learningRate = 0; ///< last ordered rate; 0: none
};

} // namespace lensboard
