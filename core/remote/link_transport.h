#pragma once

#include "core/control/message_transport.h"

#include <cstdint>
#include <memory>
#include <string>

namespace lensboard::remote {

class Link;

/// A training on another machine, through the link that shows its run. Closed when the link is lost.
/// Thread: notify and done of Transport are called on the link's thread.
class LinkTransport final : public control::MessageTransport
{
public:
    /// Connects to the training that records the run at \p url, without waiting for an answer.
    /// Errors: std::invalid_argument if \p url is invalid; ConnectionError while the link is down.
    LinkTransport(const std::string &url, double runCreated);
    ~LinkTransport() override;

private:
    class Conversation;
    void transmit(const std::string &message) override;

    std::shared_ptr<Link> m_link;
    std::shared_ptr<Conversation> m_conversation;
    std::uint64_t m_channel;
};

} // namespace lensboard::remote
