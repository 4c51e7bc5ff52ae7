#pragma once

#include "core/control/connection.h"
#include "core/control/outbox.h"
#include "core/record/message.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace lensboard::remote {

namespace messages {
class Reply;
class Request;
} // namespace messages

/// The other end of a link and the process or socket that carries the link.
class Peer
{
public:
    virtual ~Peer() = default;

    virtual control::Connection &connection() = 0;
    /// Returns the descriptor of the peer's messages to the user, for readErrors(); -1 if there is none.
    virtual int errors() const { return -1; }
    virtual void readErrors() {}
    /// Returns the reason why the peer ended, as text for the user; empty if not known.
    virtual record::Message lastWords() { return {}; }
};

/// Connection status of a link.
struct LinkState
{
    enum class Kind { Connecting, Connected, Reconnecting, Failed };

    Kind kind = Kind::Connecting;
    record::Message reason = {}; ///< why there is no connection

    /// Returns text for the user; empty while connected.
    record::Message text() const;
    bool operator==(const LinkState &) const = default;
};

/// One conversation over a link.
/// Thread: all members are called on the link's thread, except stateChanged() with the state at open().
class Channel
{
public:
    virtual ~Channel() = default;

    /// Called after each connect. Returns the first requests. Earlier requests will not be answered.
    virtual std::vector<messages::Request> begin() = 0;
    virtual void take(messages::Reply reply) = 0;
    virtual void stateChanged(const LinkState &state) = 0;
};

/// A connection to a server of runs. Reconnects after a loss until the last holder releases the link. Does not retry the first connection:
/// a machine that cannot be reached then is reported as failed.
/// Thread: any.
/// Shutdown: the destructor cancels any wait.
class Link
{
public:
    using Connect = std::function<std::unique_ptr<Peer>()>;
    /// \p connect is called on the link's thread.
    explicit Link(Connect connect);
    ~Link();
    Link(const Link &) = delete;
    Link &operator=(const Link &) = delete;

    /// Returns the channel's number.
    std::uint64_t open(std::weak_ptr<Channel> channel);
    /// Closes the channel. Its take() receives no further replies.
    void close(std::uint64_t channel);
    /// Sends \p request for the channel. Discards it if there is no connection, since begin() asks again.
    void send(std::uint64_t channel, messages::Request request);
    LinkState state() const;
    /// Returns the bytes received over all connections so far.
    std::uint64_t receivedBytes() const { return m_received; }

private:
    void run(const std::stop_token &stop);
    void talk(Peer &peer, const std::stop_token &stop);
    void sendRequests(control::Connection &connection);
    void setState(LinkState state);
    std::shared_ptr<Channel> find(std::uint64_t channel) const;

    const Connect m_connect;
    control::Outbox m_requests;
    std::atomic<std::uint64_t> m_received = 0;
    mutable std::mutex m_mutex; ///< guards all members below
    std::map<std::uint64_t, std::weak_ptr<Channel>> m_channels;
    std::vector<std::uint64_t> m_toBegin;
    std::uint64_t m_lastChannel = 0;
    LinkState m_state;
    std::jthread m_thread;
};

} // namespace lensboard::remote
