#pragma once

#include "core/control/bell.h"

#include <atomic>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>

namespace lensboard::control {

/// Queue of messages from several threads to one sender, with a bell that wakes the sender.
/// Thread: any.
class Outbox
{
public:
    /// Rings with each message.
    const Bell &bell() const { return m_bell; }

    void put(std::string message);
    std::optional<std::string> take();
    std::size_t bytes() const { return m_bytes; }

private:
    Bell m_bell;
    std::mutex m_mutex;
    std::deque<std::string> m_messages;
    std::atomic<std::size_t> m_bytes = 0;
};

} // namespace lensboard::control
