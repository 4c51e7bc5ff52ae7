#pragma once

#include "core/remote/link.h"

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

namespace lensboard::remote {

/// Queue of a run's replies until the next reader call. Separate from the run, because the run holds the link and a link must not be destroyed on
/// its own thread.
/// Thread: any.
class RunInbox final : public Channel
{
public:
    static constexpr std::size_t kMaxUnread = std::size_t{256} << 20; ///< bytes

    /// Everything that arrived since the last call.
    struct Arrivals
    {
        std::vector<messages::Reply> replies;
        std::optional<LinkState> linkNews;
        bool mustOpen = false;   ///< true after a new connection
        bool mustReopen = false; ///< true if all was discarded, and the channel must be reopened
        bool isTooMuch = false;  ///< true if a single moment exceeds the limit
    };

    RunInbox();
    ~RunInbox() override;

    std::vector<messages::Request> begin() override;
    void take(messages::Reply reply) override;
    void stateChanged(const LinkState &state) override;

    /// Blocks until something has arrived. Returns false if \p stop is requested.
    bool await(const std::stop_token &stop);
    Arrivals takeAll();
    /// Takes the chunks that arrived, and leaves everything else.
    /// Errors: std::runtime_error if the connection was lost, or the run changed.
    std::vector<messages::Reply> takeChunks();

private:
    std::mutex m_mutex; ///< guards all members below; held briefly
    std::condition_variable_any m_arrived;
    Arrivals m_arrivals;
    std::vector<messages::Reply> m_unfinished; ///< news with more parts to come
    std::size_t m_bytes = 0, m_unfinishedBytes = 0; ///< of all unread replies, and of unfinished news
    bool m_isOverfull = false; ///< true if all was discarded; later messages of this channel are discarded too
};

} // namespace lensboard::remote
