#pragma once

#include "core/store/media.h"

#include <compare>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace lensboard::remote {

namespace messages {
class Media;
class MediumContent;
class Request;
} // namespace messages

/// Media of a run on another machine. read() requests the content and returns nullopt until it arrives. Keeps the contents read last.
/// Thread: any.
class RemoteMedia final : public store::Media
{
public:
    std::optional<std::string> read(const store::Medium &medium) const override;

    /// Errors: control::ConnectionError if a message is invalid.
    void apply(const messages::Media &sent);
    void apply(const messages::MediumContent &sent);
    /// Returns requests for contents that were read and are not here.
    std::vector<messages::Request> takeRequests();
    /// Repeats all unanswered requests with the next takeRequests(). Call after a new connection.
    void requestAgain();

private:
    struct Location
    {
        std::int64_t step = 0;
        std::uint32_t file = 0;
        std::uint64_t offset = 0;

        auto operator<=>(const Location &) const = default;
    };
    struct Content
    {
        std::string bytes = {};
        record::Message problem = {};
        bool isRequested = false;
        bool isWhole = false;
        std::uint64_t lastRead = 0; ///< number of the last read
    };

    void trim();

    mutable std::mutex m_contentMutex; ///< guards all members below
    mutable std::map<Location, Content> m_contents;
    mutable std::uint64_t m_reads = 0;
    std::vector<std::pair<std::string, store::MediumKind>> m_sentTags; ///< by number of the other side
};

} // namespace lensboard::remote
