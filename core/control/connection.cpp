#include "core/control/connection.h"

#include "core/record/message.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lensboard::control {

namespace {

constexpr std::size_t kLengthBytes = 5; ///< limit for the varint of a message's length

void setNonBlocking(int descriptor)
{
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

ssize_t writeSome(int descriptor, std::string_view bytes)
{
    const ssize_t sent = ::send(descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    return sent < 0 && errno == ENOTSOCK ? ::write(descriptor, bytes.data(), bytes.size()) : sent;
}

} // namespace

Connection::Connection(int in, int out, std::size_t longestReceived, std::size_t longestSent)
    : m_in(in), m_out(out), m_longestReceived(longestReceived), m_longestSent(longestSent)
{
    setNonBlocking(in);
    setNonBlocking(out);
}

Connection::~Connection()
{
    shutdown(m_in, SHUT_RDWR); // shutdown() is needed, since a child process may have a copy of the socket
    close(m_in);
    if (m_out != m_in)
        close(m_out);
}

bool Connection::receive()
{
    std::array<char, 16384> bytes;
    const ssize_t count = ::read(m_in, bytes.data(), bytes.size());
    if (count > 0)
        m_received.append(bytes.data(), static_cast<std::size_t>(count));
    else if (count < 0 && errno != EAGAIN && errno != EINTR && errno != ECONNRESET)
        throw ConnectionError(record::message("the connection is lost: %1", record::systemError(errno)));
    return count > 0 || (count < 0 && errno != ECONNRESET);
}

std::optional<std::string> Connection::next()
{
    std::size_t length = 0, begin = 0;
    bool isWhole = false;
    while (!isWhole && begin < std::min(kLengthBytes, m_received.size())) {
        const auto byte = static_cast<unsigned char>(m_received[begin]);
        length |= static_cast<std::size_t>(byte & 0x7F) << (7 * begin++);
        isWhole = (byte & 0x80) == 0;
    }
    if (length > m_longestReceived || (!isWhole && begin == kLengthBytes))
        throw ConnectionError(record::message("a message is longer than the %1 bytes that are allowed", m_longestReceived));
    if (!isWhole || m_received.size() - begin < length)
        return std::nullopt;
    std::string message = m_received.substr(begin, length);
    m_received.erase(0, begin + length);
    return message;
}

void Connection::send(std::string_view message)
{
    if (message.size() > m_longestSent)
        throw ConnectionError(record::message("a message is longer than the %1 bytes that are allowed", m_longestSent));
    std::size_t length = message.size();
    for (; length >= 0x80; length >>= 7)
        m_unsent += static_cast<char>(length | 0x80);
    m_unsent += static_cast<char>(length);
    m_unsent += message;
}

void Connection::flush()
{
    if (m_unsent.empty())
        return;
    const ssize_t count = writeSome(m_out, std::string_view(m_unsent).substr(m_written));
    if (count > 0)
        m_written += static_cast<std::size_t>(count);
    else if (count < 0 && (errno == EPIPE || errno == ECONNRESET))
        m_written = m_unsent.size(); // receive() reports the error, after the data that has arrived
    else if (count < 0 && errno != EAGAIN && errno != EINTR)
        throw ConnectionError(record::message("the connection is lost: %1", record::systemError(errno)));
    if (2 * m_written >= m_unsent.size()) // copies rarely, so that long messages are not moved after each write
        m_unsent.erase(0, std::exchange(m_written, 0));
}

} // namespace lensboard::control
