#include "core/remote/outbox.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <utility>

#include <sys/eventfd.h>
#include <unistd.h>

namespace lensboard::remote {

Outbox::Outbox() : m_bell(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
    if (m_bell < 0)
        throw std::runtime_error(std::strerror(errno));
}

Outbox::~Outbox()
{
    close(m_bell);
}

void Outbox::ring() const
{
    const std::uint64_t one = 1;
    (void)!write(m_bell, &one, sizeof one);
}

void Outbox::silence() const
{
    std::uint64_t rings = 0;
    (void)!read(m_bell, &rings, sizeof rings);
}

void Outbox::put(std::string message)
{
    {
        const std::lock_guard lock(m_mutex);
        m_bytes += message.size();
        m_messages.push_back(std::move(message));
    }
    ring();
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

} // namespace lensboard::remote
