#include "core/control/outbox.h"

#include <utility>

namespace lensboard::control {

void Outbox::put(std::string message)
{
    {
        const std::lock_guard lock(m_mutex);
        m_bytes += message.size();
        m_messages.push_back(std::move(message));
    }
    m_wakeup.wake();
}

std::optional<std::string> Outbox::take()
{
    const std::lock_guard lock(m_mutex);
    if (m_messages.empty())
        return std::nullopt;
    std::string message = std::move(m_messages.front());
    m_messages.pop_front();
    m_bytes -= message.size();
    return message;
}

} // namespace lensboard::control
