#include "core/loop/loop_orders.h"

#include "core/loop/parsed_lens.h"
#include "core/record/message.h"
#include "core/session/orders.h"

#include <stdexcept>

namespace lensboard {

namespace {

void change(session::Orders &orders, const experiment::WatcherChange &change)
{
    try {
        orders.change(change);
    } catch (const experiment::ExperimentError &error) {
        throw std::invalid_argument(error.what());
    }
}

} // namespace

LoopOrders::LoopOrders(std::shared_ptr<session::Orders> orders) : m_orders(std::move(orders)) {}

void LoopOrders::pause()
{
    m_orders->pause();
}

void LoopOrders::resume()
{
    m_orders->start();
}

void LoopOrders::step()
{
    m_orders->step();
}

void LoopOrders::stepToTick()
{
    m_orders->stepToTick();
}

void LoopOrders::stop()
{
    m_orders->stop();
}

void LoopOrders::setEnabled(const std::string &lens, bool enabled)
{
    if (!m_orders->watchers().find(lens))
        throw std::invalid_argument(record::message("there is no lens \"%1\" here", lens));
    change(*m_orders, experiment::WatcherChange::switched(lens, enabled));
}

void LoopOrders::set(const LensChoice &lens)
{
    change(*m_orders, m_orders->watchers().changeTo(parsed(lens)));
}

std::vector<LensChoice> LoopOrders::watchers() const
{
    std::vector<LensChoice> all;
    for (const experiment::Roster watchers = m_orders->watchers(); const experiment::Choice &watcher : watchers.all())
        all.push_back({watcher.kind, watcher.settings.dump()});
    return all;
}

} // namespace lensboard
