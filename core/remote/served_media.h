#pragma once

#include "core/remote/fingerprint.h"
#include "core/store/media.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace lensboard::remote {

namespace messages {
class MediumAsked;
class Reply;
} // namespace messages

/// Sends the places of a run's media, and the content of requested ones.
/// Thread: one at a time.
class ServedMedia
{
public:
    using Send = std::function<void(messages::Reply)>;

    explicit ServedMedia(Send send) : m_send(std::move(send)) {}

    /// Sends media that are new since the last call. \p media may be null.
    void tellNews(std::shared_ptr<const store::Media> media);
    /// Sends the content of a medium in parts, or the reason why it cannot be read.
    void answer(const store::Media *media, const messages::MediumAsked &asked);

private:
    /// The media of a tag, as sent.
    struct Told
    {
        std::size_t count = 0;
        Fingerprint fingerprint;
    };

    bool hasChanged(const store::Media &media) const;

    Send m_send;
    std::shared_ptr<const store::Media> m_media; ///< as sent last
    std::uint64_t m_version = 0;
    std::vector<Told> m_told; ///< by tag
};

} // namespace lensboard::remote
