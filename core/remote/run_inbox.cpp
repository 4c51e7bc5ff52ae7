#include "core/remote/run_inbox.h"

#include "core/record/error.h"
#include "core/record/message.h"

#include "remote_messages.pb.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace lensboard::remote {

RunInbox::RunInbox() = default;

RunInbox::~RunInbox() = default;

std::vector<messages::Request> RunInbox::begin()
{
    const std::lock_guard lock(m_mutex);
    m_arrivals.replies.clear(); // from a closed connection
    m_unfinished.clear();
    m_bytes = m_unfinishedBytes = 0;
    m_isOverfull = m_arrivals.mustReopen = false;
    m_arrivals.mustOpen = true;
    m_arrived.notify_all();
    return {};
}

void RunInbox::take(messages::Reply reply)
{
    const std::lock_guard lock(m_mutex);
    if (m_isOverfull)
        return;
    const std::size_t size = reply.ByteSizeLong();
    m_bytes += size;
    m_unfinishedBytes += reply.has_news() ? size : 0;
    if (m_bytes > kMaxUnread) {
        m_isOverfull = m_arrivals.mustReopen = true;
        m_arrivals.isTooMuch = m_unfinishedBytes > kMaxUnread;
        m_arrivals.replies.clear();
        m_unfinished.clear();
    } else if (reply.has_news()) { // apply all news of a moment together
        const bool isLast = !reply.news().more();
        m_unfinished.push_back(std::move(reply));
        if (!isLast)
            return;
        std::ranges::move(std::exchange(m_unfinished, {}), std::back_inserter(m_arrivals.replies));
        m_unfinishedBytes = 0;
    } else {
        m_arrivals.replies.push_back(std::move(reply));
    }
    m_arrived.notify_all();
}

void RunInbox::stateChanged(const LinkState &state)
{
    const std::lock_guard lock(m_mutex);
    m_arrivals.linkNews = state;
    m_arrived.notify_all();
}

bool RunInbox::await(const std::stop_token &stop)
{
    std::unique_lock lock(m_mutex);
    return m_arrived.wait(lock, stop, [this] {
        return !m_arrivals.replies.empty() || m_arrivals.linkNews || m_arrivals.mustOpen || m_arrivals.mustReopen;
    });
}

RunInbox::Arrivals RunInbox::takeAll()
{
    const std::lock_guard lock(m_mutex);
    m_bytes = m_unfinishedBytes;
    return std::exchange(m_arrivals, {});
}

std::vector<messages::Reply> RunInbox::takeChunks()
{
    const auto isOther = [](const messages::Reply &reply) { return !reply.error().empty() || reply.news().restarted() || reply.news().edited(); };
    const std::lock_guard lock(m_mutex);
    if (m_arrivals.mustOpen || m_arrivals.linkNews)
        throw record::Error(record::message("the connection was lost"));
    auto &replies = m_arrivals.replies;
    if (std::ranges::any_of(replies, isOther))
        throw record::Error(record::message("it changed while it was read; try again"));
    const auto others = std::stable_partition(replies.begin(), replies.end(), [](const messages::Reply &reply) { return !reply.has_chunks(); });
    std::vector<messages::Reply> chunks(std::make_move_iterator(others), std::make_move_iterator(replies.end()));
    replies.erase(others, replies.end());
    return chunks;
}

} // namespace lensboard::remote
