#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>

namespace lensboard::remote {

/// Messages of several threads that wait for the one that sends them, and what wakes that.
/// Thread: any.
class Outbox
{
public:
    /// Errors: std::runtime_error if this process may have no more descriptors.
    Outbox();
    ~Outbox();
    Outbox(const Outbox &) = delete;
    Outbox &operator=(const Outbox &) = delete;

    /// Can be read while there is something to take, or after ring().
    int bell() const { return m_bell; }
    void ring() const;
    void silence() const;

    void put(std::string message);
    std::optional<std::string> take();
    std::size_t bytes() const { return m_bytes; }

private:
    int m_bell;
    std::mutex m_mutex;
    std::deque<std::string> m_messages;
    std::atomic<std::size_t> m_bytes = 0;
};

} // namespace lensboard::remote
