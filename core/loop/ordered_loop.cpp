#include "core/loop/ordered_loop.h"

#include "core/record/message.h"
#include "core/store/columns/run_store.h"

#include <exception>
#include <utility>

namespace lensboard {

using control::Order;

OrderedLoop::OrderedLoop(std::shared_ptr<session::Orders> orders, std::shared_ptr<const store::RunStore> run, Loop loop)
    : m_orders(std::move(orders)), m_run(std::move(run)), m_loop(std::move(loop))
{}

control::Status OrderedLoop::status() const
{
    return {.state = m_isRunning ? session::State::Running : session::State::Paused,
            .epoch = m_epoch,
            .step = m_step,
            .ticks = static_cast<std::int64_t>(m_run->committedCount()),
            .learningRate = m_learningRate,
            .isStopping = m_orders->isStopOrdered(),
            .hooks = m_hooks,
            .abilities = {m_loop.canPause, m_asksForStop, static_cast<bool>(m_loop.setLearningRate), static_cast<bool>(m_loop.saveCheckpoint)}};
}

std::vector<experiment::Choice> OrderedLoop::watchers() const
{
    return m_orders->watchers().all();
}

void OrderedLoop::follow(const Order &order, const Done &done)
{
    if (order.kind == Order::Kind::Checkpoint)
        return m_orders->post([this, done] { done(tried(m_loop.saveCheckpoint)); });
    if (order.kind == Order::Kind::LearningRate)
        m_orders->post([this, rate = order.learningRate] {
            if (tried([&] { m_loop.setLearningRate(rate); }).empty()) {
                m_learningRate = rate;
                m_loop.noteRate(rate);
            }
        });
    else
        control::give(*m_orders, order);
    done({});
}

void OrderedLoop::setPlace(std::int64_t epoch, std::int64_t step)
{
    m_epoch = epoch;
    m_step = step;
}

/// Runs a callback of the loop. Returns its error text, since an exception must not end the loop.
std::string OrderedLoop::tried(const std::function<void()> &work) const
{
    try {
        work();
        return {};
    } catch (const std::exception &error) {
        m_loop.warn(record::message("An order of another program failed: %1", error.what()));
        return error.what();
    }
}

} // namespace lensboard
