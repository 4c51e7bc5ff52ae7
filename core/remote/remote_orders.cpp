#include "core/remote/remote_orders.h"

#include "core/record/message.h"
#include "core/remote/links.h"

#include "remote_messages.pb.h"

#include <cerrno>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>

#include <poll.h>
#include <sys/socket.h>

namespace lensboard::remote {

using control::Connection;
using control::ConnectionError;

namespace {

/// Forwards messages between a ControlClient, at one end of a pair of sockets, and a training. Does not own the link, because the link's thread
/// may be the last owner of the channel.
class OrdersChannel final : public Channel
{
public:
    OrdersChannel(int end, std::string path) : m_end(end), m_path(std::move(path)) {}

    std::vector<messages::Request> begin() override
    {
        if (!std::exchange(m_hasBegun, true))
            return {request({})};
        end(record::message("the connection to the other machine was lost, and with it the training's answers"));
        return {};
    }
    void take(messages::Reply reply) override
    {
        if (!reply.error().empty())
            return end(reply.error());
        const std::lock_guard lock(m_mutex);
        m_end.send(reply.orders());
        m_end.flush();
    }
    void stateChanged(const LinkState &state) override
    {
        if (state.kind != LinkState::Kind::Connected)
            end(state.text());
    }

    /// Returns the reason why the conversation ended; empty if the client ended it or it is still open.
    std::string why() const
    {
        const std::lock_guard lock(m_whyMutex);
        return m_why;
    }

    /// Returns when the client has closed its end or must stop.
    void pump(Link &link, std::uint64_t channel)
    {
        for (bool isOpen = true; isOpen;) {
            pollfd watched = {m_end.in(), POLLIN, 0};
            poll(&watched, 1, 1000); // unsent data are tried again each second
            const std::lock_guard lock(m_mutex);
            try {
                m_end.flush();
                isOpen = watched.revents == 0 || m_end.receive();
                while (auto order = m_end.next())
                    link.send(channel, request(std::move(*order)));
            } catch (const ConnectionError &) {
                isOpen = false;
            }
        }
        close();
        link.close(channel);
    }

private:
    messages::Request request(std::string sent) const
    {
        messages::Request request;
        request.mutable_orders()->set_path(m_path);
        request.mutable_orders()->set_sent(std::move(sent));
        return request;
    }
    void close() { shutdown(m_end.in(), SHUT_RDWR); }
    void end(const std::string &why)
    {
        {
            const std::lock_guard lock(m_whyMutex);
            m_why = why;
        }
        close();
    }

    std::mutex m_mutex; ///< guards m_end
    Connection m_end;
    const std::string m_path;
    bool m_hasBegun = false;
    mutable std::mutex m_whyMutex;
    std::string m_why;
};

} // namespace

std::unique_ptr<control::ControlClient> connectToTraining(const std::string &url, double runCreated)
{
    LinkedPlace there = linkTo(placeFrom(url));
    if (const LinkState state = there.link->state(); state.kind != LinkState::Kind::Connected)
        throw ConnectionError(state.text());
    int ends[2] = {-1, -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        throw ConnectionError(std::strerror(errno));
    auto connection = std::make_unique<Connection>(ends[0]);
    auto orders = std::make_shared<OrdersChannel>(ends[1], std::move(there.path));
    const std::uint64_t channel = there.link->open(orders);
    std::thread([link = std::move(there.link), orders, channel] { orders->pump(*link, channel); }).detach();
    return std::make_unique<control::ControlClient>(std::move(connection), runCreated, [orders] { return orders->why(); });
}

} // namespace lensboard::remote
