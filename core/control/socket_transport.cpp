#include "core/control/socket_transport.h"

#include "core/control/socket_place.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <cerrno>
#include <cstring>

#include <poll.h>
#include <sys/socket.h>

namespace lensboard::control {

namespace fs = std::filesystem;

std::unique_ptr<Connection> connectTo(const fs::path &runFile)
{
    const auto folder = socketFolder();
    if (!folder)
        throw NotListening(record::message("there is no folder for sockets here: XDG_RUNTIME_DIR names none of this user's"));
    const fs::path path = socketPath(*folder, runFile);
    const int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0)
        throw NotListening(record::systemError(errno));
    auto connection = std::make_unique<Connection>(descriptor);
    const sockaddr_un address = socketAddress(path);
    if (connect(descriptor, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0)
        return connection;
    switch (errno) {
    case ENOENT:
        throw NotListening(record::message("no training of this user on this machine takes commands for it: it is over, runs elsewhere, or was "
                                           "started with --no-control or without XDG_RUNTIME_DIR"));
    case ECONNREFUSED: throw NotListening(record::message("the training that took commands for it was killed"));
    case EAGAIN: throw NotListening(record::message("its training is busy with too many other programs that send it commands"));
    default: throw NotListening(record::message("%1: %2", path.string(), record::systemError(errno)));
    }
}

SocketTransport::SocketTransport(std::unique_ptr<Connection> connection, double runCreated)
    : MessageTransport(runCreated), m_connection(std::move(connection))
{
    begin();
    m_thread = std::jthread([this](const std::stop_token &stop) { run(stop); });
}

SocketTransport::~SocketTransport()
{
    m_thread.request_stop();
    m_unsent.wakeup().wake();
    m_thread.join();
}

void SocketTransport::run(const std::stop_token &stop)
{
    try {
        while (!stop.stop_requested()) {
            while (const auto message = m_unsent.take())
                m_connection->send(*message);
            m_connection->flush();
            pollfd watched[] = {{m_connection->in(), POLLIN, 0}, {m_connection->unsentBytes() > 0 ? m_connection->out() : -1, POLLOUT, 0}, {m_unsent.wakeup().descriptor(), POLLIN, 0}};
            poll(watched, std::size(watched), -1);
            if (watched[2].revents != 0)
                m_unsent.wakeup().clear();
            if (watched[0].revents == 0)
                continue;
            const bool isOpen = m_connection->receive();
            while (const auto message = m_connection->next())
                take(*message);
            if (!isOpen)
                return close(whyEnded());
        }
    } catch (const std::exception &error) {
        close(record::messageOf(error));
    }
}

} // namespace lensboard::control
