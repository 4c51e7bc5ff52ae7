#include "core/remote/link.h"

#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/stoppable_sleep.h"
#include "core/remote/remote_protocol.h"

#include "remote_messages.pb.h"

#include <algorithm>
#include <array>

#include <poll.h>

namespace lensboard::remote {

using namespace std::chrono_literals;
using control::Connection;
using control::ConnectionError;

namespace {

constexpr std::array kPauses = {500ms, 1000ms, 2000ms, 5000ms, 10000ms}; ///< before each attempt to reconnect; the last one repeats
constexpr int kPatienceMs = 120000; ///< limit for the other side's greeting; ssh may ask the user for a password before

std::string bytesOf(std::uint64_t channel, messages::Request request)
{
    request.set_channel(channel);
    return request.SerializeAsString();
}

} // namespace

record::Message LinkState::text() const
{
    switch (kind) {
    case Kind::Connecting: return record::message("connecting");
    case Kind::Connected: return {};
    case Kind::Reconnecting: return record::message("the connection is lost and is made again: %1", reason);
    case Kind::Failed: return reason;
    }
    return {};
}

Link::Link(Connect connect) : m_connect(std::move(connect)), m_thread([this](const std::stop_token &stop) { run(stop); }) {}

Link::~Link()
{
    m_thread.request_stop();
    m_requests.wakeup().wake();
}

std::uint64_t Link::open(std::weak_ptr<Channel> channel)
{
    const std::lock_guard lock(m_mutex);
    if (const auto opened = channel.lock())
        opened->stateChanged(m_state); // later states follow
    m_channels[++m_lastChannel] = std::move(channel);
    m_toBegin.push_back(m_lastChannel);
    m_requests.wakeup().wake();
    return m_lastChannel;
}

void Link::close(std::uint64_t channel)
{
    {
        const std::lock_guard lock(m_mutex);
        m_channels.erase(channel);
    }
    messages::Request request;
    request.mutable_close();
    send(channel, std::move(request));
}

void Link::send(std::uint64_t channel, messages::Request request)
{
    if (state().kind == LinkState::Kind::Connected)
        m_requests.put(bytesOf(channel, std::move(request)));
}

LinkState Link::state() const
{
    const std::lock_guard lock(m_mutex);
    return m_state;
}

std::shared_ptr<Channel> Link::find(std::uint64_t channel) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_channels.find(channel);
    return found == m_channels.end() ? nullptr : found->second.lock();
}

void Link::setState(LinkState state)
{
    std::vector<std::shared_ptr<Channel>> channels;
    {
        const std::lock_guard lock(m_mutex);
        if (m_state == state)
            return;
        m_state = state;
        for (const auto &[number, channel] : m_channels)
            channels.push_back(channel.lock());
    }
    for (const auto &channel : channels)
        if (channel)
            channel->stateChanged(state);
}

void Link::run(const std::stop_token &stop)
{
    bool wasConnected = false;
    std::size_t attempts = 0;
    while (!stop.stop_requested()) {
        record::Message reason;
        std::unique_ptr<Peer> peer;
        try {
            peer = m_connect();
            talk(*peer, stop);
        } catch (const std::exception &error) {
            reason = record::messageOf(error);
        }
        if (stop.stop_requested())
            return;
        if (const record::Message words = peer ? peer->lastWords() : record::Message(); !words.empty())
            reason = words;
        peer.reset();
        if (state().kind == LinkState::Kind::Connected) {
            wasConnected = true;
            attempts = 0;
        }
        if (!wasConnected)
            return setState({LinkState::Kind::Failed, reason});
        setState({LinkState::Kind::Reconnecting, reason});
        record::sleepUnlessStopped(stop, kPauses[std::min(attempts++, kPauses.size() - 1)]);
    }
}

/// Blocks until \p stop is requested. A close by the other side is an error.
/// Errors: ConnectionError.
void Link::talk(Peer &peer, const std::stop_token &stop)
{
    Connection &connection = peer.connection();
    connection.send(ownGreeting());
    bool isGreeted = false;
    while (m_requests.take()) // requests for the previous connection
        ;
    while (!stop.stop_requested()) {
        if (isGreeted)
            sendRequests(connection);
        connection.flush();
        pollfd watched[] = {{connection.in(), POLLIN, 0}, {connection.unsentBytes() > 0 ? connection.out() : -1, POLLOUT, 0}, {m_requests.wakeup().descriptor(), POLLIN, 0}, {peer.errors(), POLLIN, 0}};
        const int happened = poll(watched, std::size(watched), isGreeted ? -1 : kPatienceMs);
        if (watched[2].revents != 0)
            m_requests.wakeup().clear();
        if (watched[3].revents != 0)
            peer.readErrors();
        if (happened == 0)
            throw ConnectionError(record::message("there was no answer within %1 seconds", kPatienceMs / 1000));
        if (watched[0].revents == 0)
            continue;
        const bool isOpen = connection.receive();
        while (const auto message = connection.next()) {
            m_received += message->size();
            if (!isGreeted) {
                requireGreeting(*message, true);
                isGreeted = true;
                {
                    const std::lock_guard lock(m_mutex);
                    m_toBegin.clear();
                    for (const auto &[number, channel] : m_channels)
                        m_toBegin.push_back(number);
                }
                setState({LinkState::Kind::Connected});
                continue;
            }
            messages::Reply reply;
            if (!reply.ParseFromString(*message))
                throw ConnectionError(record::message("the other side sent data that is not a Lensboard message"));
            if (const auto channel = find(reply.channel()))
                channel->take(std::move(reply));
        }
        if (!isOpen)
            throw ConnectionError(record::message("the other side has closed the connection"));
    }
}

/// Sends the first requests of new channels before all others.
void Link::sendRequests(Connection &connection)
{
    std::vector<std::uint64_t> toBegin;
    {
        const std::lock_guard lock(m_mutex);
        toBegin = std::exchange(m_toBegin, {});
    }
    for (const std::uint64_t number : toBegin)
        if (const auto channel = find(number))
            for (messages::Request &request : channel->begin())
                connection.send(bytesOf(number, std::move(request)));
    while (const auto request = m_requests.take())
        connection.send(*request);
}

} // namespace lensboard::remote
