#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace lensboard::control {

/// The other side sent what makes no sense, or is there no more. Nothing more can be said to it.
class ConnectionError : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// Messages to and from another process, each behind its length in bytes (a varint), through a socket or two pipes. Never waits, and believes
/// nothing.
class Connection
{
public:
    static constexpr std::size_t kLongestMessage = std::size_t{1} << 20;

    /// Closes \p in and \p out, which may be the same, when it goes.
    Connection(int in, int out, std::size_t longestReceived = kLongestMessage, std::size_t longestSent = kLongestMessage);
    explicit Connection(int socket) : Connection(socket, socket) {}
    ~Connection();
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    int in() const { return m_in; }
    int out() const { return m_out; }

    /// Takes some of what has arrived. False once the other side has closed.
    /// Errors: ConnectionError.
    bool receive();
    /// The next message that has arrived whole.
    /// Errors: ConnectionError if it is too long.
    std::optional<std::string> next();
    /// Whether a message has begun to arrive, and next() cannot have it yet.
    bool isAmidMessage() const { return !m_received.empty(); }

    /// Errors: ConnectionError if \p message is too long.
    void send(std::string_view message);
    /// Writes as much as is taken.
    /// Errors: ConnectionError.
    void flush();
    std::size_t unsentBytes() const { return m_unsent.size() - m_written; }

private:
    int m_in, m_out;
    std::size_t m_longestReceived, m_longestSent; ///< bytes of a message
    std::string m_received, m_unsent;
    std::size_t m_written = 0; ///< of what is unsent, at the front
};

} // namespace lensboard::control
