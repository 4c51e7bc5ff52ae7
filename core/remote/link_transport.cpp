#include "core/remote/link_transport.h"

#include "core/control/connection.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/remote/links.h"
#include "core/remote/remote_protocol.h"

#include "remote_messages.pb.h"

#include <mutex>
#include <utility>

namespace lensboard::remote {

using control::ConnectionError;

/// The transport's channel. Does not own the link, because the link's thread may be the last owner of the channel.
class LinkTransport::Conversation final : public Channel
{
public:
    Conversation(LinkTransport &owner, std::string path) : m_owner(&owner), m_path(std::move(path)) {}

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
            return end(errorFrom(reply));
        const std::lock_guard lock(m_mutex);
        try {
            if (m_owner)
                m_owner->take(reply.commands());
        } catch (const ConnectionError &error) {
            m_owner->close(record::messageOf(error));
        }
    }
    void stateChanged(const LinkState &state) override
    {
        if (state.kind != LinkState::Kind::Connected)
            end(state.text());
    }

    messages::Request request(const std::string &sent) const
    {
        messages::Request request;
        request.mutable_commands()->set_path(m_path);
        request.mutable_commands()->set_sent(sent);
        return request;
    }
    /// Blocks until no callback is running; none follows.
    void leave()
    {
        const std::lock_guard lock(m_mutex);
        m_owner = nullptr;
    }

private:
    void end(const record::Message &why)
    {
        const std::lock_guard lock(m_mutex);
        if (m_owner)
            m_owner->close(why);
    }

    std::mutex m_mutex; ///< guards the owner
    LinkTransport *m_owner;
    const std::string m_path;
    bool m_hasBegun = false; ///< used by the link's thread only
};

LinkTransport::LinkTransport(const std::string &url, double runCreated) : MessageTransport(runCreated)
{
    LinkedLocation there = linkTo(locationFrom(url));
    if (const LinkState state = there.link->state(); state.kind != LinkState::Kind::Connected)
        throw ConnectionError(state.text());
    m_link = std::move(there.link);
    m_conversation = std::make_shared<Conversation>(*this, std::move(there.path));
    m_channel = m_link->open(m_conversation);
    MessageTransport::begin();
}

LinkTransport::~LinkTransport()
{
    m_conversation->leave();
    m_link->close(m_channel);
}

void LinkTransport::transmit(const std::string &message)
{
    m_link->send(m_channel, m_conversation->request(message));
}

} // namespace lensboard::remote
