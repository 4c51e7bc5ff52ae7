#pragma once

#include "core/control/connection.h"
#include "core/remote/outbox.h"

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

/// The other end of a link, and what carries it.
class Peer
{
public:
    virtual ~Peer() = default;

    virtual control::Connection &connection() = 0;
    /// Where it writes what people should read, for readErrors(); -1: nowhere.
    virtual int errors() const { return -1; }
    virtual void readErrors() {}
    /// Why it has ended, for people, as far as it is known.
    virtual std::string lastWords() { return {}; }
};

/// What a link says of itself.
struct LinkState
{
    enum class Kind { Connecting, Connected, Reconnecting, Failed };

    Kind kind = Kind::Connecting;
    std::string reason = {}; ///< why it is not connected

    /// For people; empty while it is connected.
    std::string text() const;
    bool operator==(const LinkState &) const = default;
};

/// One conversation over a link.
/// Thread: all is called on the link's, but for the state that it has when it is opened.
class Channel
{
public:
    virtual ~Channel() = default;

    /// It is connected, for the first time or again: what is to be asked. None of what was asked before will be answered.
    virtual std::vector<messages::Request> begin() = 0;
    virtual void take(messages::Reply reply) = 0;
    virtual void stateChanged(const LinkState &state) = 0;
};

/// A connection to a server of runs, which is made again when it breaks, as long as anybody holds the link. Its first one is not: who cannot be
/// reached then is not there.
/// Thread: any.
/// Shutdown: the destructor ends it, whatever it waits for.
class Link
{
public:
    using Connect = std::function<std::unique_ptr<Peer>()>;
    /// \p connect is called on the link's thread.
    explicit Link(Connect connect);
    ~Link();
    Link(const Link &) = delete;
    Link &operator=(const Link &) = delete;

    /// Returns the number of the channel.
    std::uint64_t open(std::weak_ptr<Channel> channel);
    /// Nothing of it is taken any more once this has returned.
    void close(std::uint64_t channel);
    /// \p request is of the channel; dropped while there is no connection, since begin() asks anew.
    void send(std::uint64_t channel, messages::Request request);
    LinkState state() const;
    /// Bytes that arrived, of this and earlier connections.
    std::uint64_t receivedBytes() const { return m_received; }

private:
    void run(const std::stop_token &stop);
    void talk(Peer &peer, const std::stop_token &stop);
    void sendRequests(control::Connection &connection);
    void setState(LinkState state);
    std::shared_ptr<Channel> find(std::uint64_t channel) const;

    const Connect m_connect;
    Outbox m_requests;
    std::atomic<std::uint64_t> m_received = 0;
    mutable std::mutex m_mutex; ///< of all below
    std::map<std::uint64_t, std::weak_ptr<Channel>> m_channels;
    std::vector<std::uint64_t> m_toBegin;
    std::uint64_t m_lastChannel = 0;
    LinkState m_state;
    std::jthread m_thread;
};

} // namespace lensboard::remote
