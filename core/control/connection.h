#pragma once

#include "core/record/error.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lensboard::control {

/// The other side sent invalid data or has closed the connection. The connection must not be used any more.
class ConnectionError : public record::Error
{
public:
    using record::Error::Error;
};

/// Exchanges messages with another process through a socket or two pipes. Each message follows its length in bytes (a varint).
/// Never blocks, and validates all input.
class Connection
{
public:
    static constexpr std::size_t kLongestMessage = std::size_t{1} << 20;

    /// Owns the descriptors \p in and \p out and closes them. They may be equal.
    Connection(int in, int out, std::size_t longestReceived = kLongestMessage, std::size_t longestSent = kLongestMessage);
    explicit Connection(int socket) : Connection(socket, socket) {}
    ~Connection();
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    int in() const { return m_in; }
    int out() const { return m_out; }

    /// Reads some of the available data. Returns false if the other side has closed the connection.
    /// Errors: ConnectionError.
    bool receive();
    /// Returns the next complete message, or nullopt.
    /// Errors: ConnectionError if it is too long.
    std::optional<std::string> next();
    /// Returns true if part of a message has arrived.
    bool isAmidMessage() const { return !m_received.empty(); }

    /// Errors: ConnectionError if \p message is too long.
    void send(std::string_view message);
    /// Writes as much as possible without blocking.
    /// Errors: ConnectionError.
    void flush();
    std::size_t unsentBytes() const { return m_unsent.size() - m_written; }

private:
    int m_in, m_out;
    std::size_t m_longestReceived, m_longestSent; ///< limits for one message, in bytes
    std::string m_received, m_unsent;
    std::size_t m_written = 0; ///< written bytes at the front of m_unsent
};

} // namespace lensboard::control
