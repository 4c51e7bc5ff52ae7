#include "core/session/transport.h"

#include <memory>
#include <utility>

namespace lensboard::session {

Transport::Subscription::Subscription(Transport &transport, std::function<void()> notify) : m_transport(transport), m_notify(std::move(notify))
{
    const std::lock_guard lock(m_transport.m_mutex);
    m_transport.m_subscriptions.push_back(this);
}

Transport::Subscription::~Subscription()
{
    const std::lock_guard lock(m_transport.m_mutex);
    std::erase(m_transport.m_subscriptions, this);
}

TrainingStatus Transport::Subscription::take()
{
    const std::lock_guard lock(m_transport.m_mutex);
    m_isNotified = false;
    return m_transport.m_status;
}

std::optional<record::Message> Transport::outcomeOf(const Command &command, std::chrono::milliseconds patience)
{
    const auto outcome = std::make_shared<std::optional<record::Message>>(); // guarded by the mutex
    send(command, [this, outcome](const record::Message &error) {
        const std::lock_guard lock(m_mutex);
        *outcome = error;
        m_changed.notify_all();
    });
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, patience, [&] { return outcome->has_value() || !m_whyClosed.empty(); });
    return *outcome;
}

TrainingStatus Transport::status() const
{
    const std::lock_guard lock(m_mutex);
    return m_status;
}

record::Message Transport::whyClosed() const
{
    const std::lock_guard lock(m_mutex);
    return m_whyClosed;
}

bool Transport::waitFor(const std::function<bool(const TrainingStatus &)> &isSo, std::chrono::milliseconds patience) const
{
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, patience, [&] { return !m_whyClosed.empty() || isSo(m_status); });
    return isSo(m_status);
}

void Transport::update(const std::function<void(TrainingStatus &)> &change)
{
    const std::lock_guard lock(m_mutex);
    change(m_status);
    ++m_status.revision;
    notify();
}

void Transport::close(const record::Message &why)
{
    const std::lock_guard lock(m_mutex);
    if (m_whyClosed.empty())
        m_whyClosed = why;
    notify();
}

/// \c m_mutex must be locked.
void Transport::notify()
{
    for (Subscription *subscription : m_subscriptions)
        if (!std::exchange(subscription->m_isNotified, true))
            subscription->m_notify();
    m_changed.notify_all();
}

} // namespace lensboard::session
