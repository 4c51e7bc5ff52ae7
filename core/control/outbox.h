#pragma once

#include "core/control/wakeup_fd.h"

#include <atomic>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>

namespace lensboard::control {

/// Queue of messages from several threads to one sender, with a descriptor that wakes the sender.
/// Thread: any.
class Outbox
{
public:
    /// Rings with each message.
    const WakeupFd &wakeup() const { return m_wakeup; }

    void put(std::string message);
    std::optional<std::string> take();
    std::size_t bytes() const { return m_bytes; }

private:
    WakeupFd m_wakeup;
    std::mutex m_mutex;
    std::deque<std::string> m_messages;
    std::atomic<std::size_t> m_bytes = 0;
};

} // namespace lensboard::control
