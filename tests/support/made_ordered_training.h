#pragma once

#include "core/control/ordered_training.h"

#include <mutex>
#include <utility>
#include <vector>

namespace lensboard::test {

/// Only records the orders it receives.
class MadeOrderedTraining final : public control::OrderedTraining
{
public:
    MadeOrderedTraining() : m_watchers({experiment::lensChoice({{"kind", "ParameterNorm"}})}) {}

    control::Status status() const override
    {
        const std::lock_guard lock(m_mutex);
        return m_status;
    }
    std::vector<experiment::Choice> watchers() const override
    {
        const std::lock_guard lock(m_mutex);
        return m_watchers.all();
    }
    std::size_t watcherChanges() const override
    {
        const std::lock_guard lock(m_mutex);
        return m_watcherChanges;
    }
    void follow(const control::Order &order, const Done &done) override
    {
        const std::lock_guard lock(m_mutex);
        if (order.kind == control::Order::Kind::Watcher) {
            m_watchers.apply(order.change);
            ++m_watcherChanges;
        }
        m_orders.push_back(order);
        if (order.kind == control::Order::Kind::Checkpoint)
            m_checkpoint = done;
        else
            done({});
    }

    void setStatus(const control::Status &status)
    {
        const std::lock_guard lock(m_mutex);
        m_status = status;
    }
    std::vector<control::Order> orders() const
    {
        const std::lock_guard lock(m_mutex);
        return m_orders;
    }
    std::size_t orderCount() const { return orders().size(); }
    Done takeCheckpoint()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_checkpoint, {});
    }

private:
    mutable std::mutex m_mutex; ///< guards all members
    control::Status m_status{.state = session::State::Running, .step = 7, .learningRate = 0.1, .abilities = {true, true, true, true}};
    experiment::Roster m_watchers;
    std::size_t m_watcherChanges = 0;
    std::vector<control::Order> m_orders;
    Done m_checkpoint;
};

} // namespace lensboard::test
