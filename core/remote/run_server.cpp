#include "core/remote/run_server.h"

#include "core/bytes/valid_utf8.h"
#include "core/control/socket_transport.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/remote/remote_protocol.h"
#include "core/remote/served_run.h"
#include "core/remote/served_scan.h"

#include "remote_messages.pb.h"

#include <csignal>
#include <cstdio>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace lensboard::remote {

using control::Connection;
using control::ConnectionError;

namespace {

constexpr std::size_t kMaxUnsent = 128 << 10; ///< bytes; further replies stay in the outbox, where others can overtake them
}

RunServer::RunServer(const std::filesystem::path &root, std::unique_ptr<Connection> connection) : m_folder(root), m_connection(std::move(connection))
{
    m_connection->send(ownGreeting());
}

RunServer::~RunServer() = default;

void RunServer::serve()
{
    for (bool isOpen = true; isOpen;) {
        m_connection->flush();
        while (m_connection->unsentBytes() < kMaxUnsent) { // the descriptor is not set again for remaining replies
            const auto reply = m_replies.take();
            if (!reply)
                break;
            m_connection->send(*reply);
            m_connection->flush();
        }
        const bool isBehind = m_connection->unsentBytes() >= kMaxUnsent;
        std::vector<pollfd> watched = {{m_connection->in(), static_cast<short>(isBehind ? 0 : POLLIN), 0},
                                       {m_connection->unsentBytes() > 0 ? m_connection->out() : -1, POLLOUT, 0},
                                       {isBehind ? -1 : m_replies.wakeup().descriptor(), POLLIN, 0}};
        std::vector<std::uint64_t> watchedRelays;
        for (const auto &[channel, training] : m_relays) {
            watched.push_back({isBehind ? -1 : training->in(), static_cast<short>(POLLIN | (training->unsentBytes() > 0 ? POLLOUT : 0)), 0});
            watchedRelays.push_back(channel);
        }
        poll(watched.data(), watched.size(), -1);
        if (watched[2].revents != 0)
            m_replies.wakeup().clear();
        if ((watched[1].revents & POLLERR) != 0)
            return;
        if (watched[0].revents != 0)
            isOpen = m_connection->receive();
        while (const auto message = m_connection->next())
            take(*message);
        auto happened = watched.begin() + 3;
        for (const std::uint64_t channel : watchedRelays)
            if (const auto relay = m_relays.find(channel); (happened++)->revents != 0 && relay != m_relays.end())
                passOn(channel, *relay->second);
    }
}

/// Errors: ConnectionError.
void RunServer::take(const std::string &message)
{
    if (!std::exchange(m_isGreeted, true))
        return requireGreeting(message, false);
    messages::Request request;
    if (!request.ParseFromString(message) || request.channel() == 0)
        throw ConnectionError(record::message("the other side sent data that is not a Lensboard message"));
    const std::uint64_t channel = request.channel();
    try {
        switch (request.content_case()) {
        case messages::Request::kOpen:
        case messages::Request::kScan: return open(request);
        case messages::Request::kCommands: return forwardCommands(request);
        case messages::Request::kClose:
            m_relays.erase(channel);
            m_scans.erase(channel);
            m_runs.erase(channel);
            return;
        default:
            if (const auto run = m_runs.find(channel); run != m_runs.end())
                run->second->ask(std::move(request));
        }
    } catch (const ConnectionError &) {
        throw;
    } catch (const std::exception &error) {
        close(channel, record::messageOf(error));
    }
}

/// Errors: std::runtime_error if no further channel may be opened.
void RunServer::requireRoom() const
{
    if (m_runs.size() + m_scans.size() + m_relays.size() >= kMaxChannels)
        throw record::Error(record::message("more than %1 runs and lists are open at a time", kMaxChannels));
}

void RunServer::open(const messages::Request &request)
{
    const std::uint64_t channel = request.channel();
    if (const auto scan = m_scans.find(channel); scan != m_scans.end() && request.has_scan())
        return scan->second->want({request.scan().wanted().begin(), request.scan().wanted().end()});
    if (m_runs.contains(channel) || m_scans.contains(channel) || m_relays.contains(channel))
        throw ConnectionError(record::message("the other side opened the same channel twice"));
    requireRoom();
    if (request.has_open()) {
        m_runs[channel] = std::make_unique<ServedRun>(m_folder.resolve(request.open().path()), request, m_replies);
        return;
    }
    auto &scan = m_scans[channel] = std::make_unique<ServedScan>(channel, m_folder, m_folder.resolve(request.scan().path()), m_replies);
    scan->want({request.scan().wanted().begin(), request.scan().wanted().end()});
}

void RunServer::forwardCommands(const messages::Request &request)
{
    auto relay = m_relays.find(request.channel());
    if (relay == m_relays.end()) {
        requireRoom();
        relay = m_relays.emplace(request.channel(), control::connectTo(m_folder.resolve(request.commands().path()))).first;
    }
    if (!request.commands().sent().empty())
        relay->second->send(request.commands().sent());
    passOn(request.channel(), *relay->second);
}

/// Forwards messages from \p training to the other side.
void RunServer::passOn(std::uint64_t channel, Connection &training)
{
    try {
        training.flush();
        const bool isOpen = training.receive();
        while (const auto message = training.next()) {
            messages::Reply reply;
            reply.set_channel(channel);
            reply.set_commands(*message);
            m_replies.put(reply.SerializeAsString());
        }
        if (!isOpen)
            close(channel, record::message("the training is over, or takes no more commands"));
    } catch (const std::exception &error) {
        close(channel, record::messageOf(error));
    }
}

void RunServer::close(std::uint64_t channel, const record::Message &error)
{
    m_relays.erase(channel);
    messages::Reply reply;
    reply.set_channel(channel);
    putError(error, reply);
    m_replies.put(reply.SerializeAsString());
}

int serveOnStandardStreams(const std::filesystem::path &root)
{
    std::signal(SIGPIPE, SIG_IGN);
    const int in = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    dup2(STDERR_FILENO, STDOUT_FILENO); // keep other output out of the message stream
    try {
        RunServer(root, std::make_unique<Connection>(in, out, kLongestRequest, kLongestReply)).serve();
        return 0;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "lensboard: %s\n", bytes::printable(error.what()).c_str());
        return 2;
    }
}

} // namespace lensboard::remote
