#include "core/remote/served_media.h"

#include "core/bytes/valid_utf8.h"
#include "core/record/message_json.h"

#include "remote_messages.pb.h"

#include <algorithm>
#include <span>

namespace lensboard::remote {

namespace {

constexpr std::size_t kMaxPartBytes = 256 << 10;
constexpr int kMaxMediaAtOnce = 4096;

/// Adds the places of \p media.
void add(std::span<const store::Medium> media, Fingerprint &fingerprint)
{
    for (const store::Medium &medium : media)
        for (const std::uint64_t number : {static_cast<std::uint64_t>(medium.step), static_cast<std::uint64_t>(medium.file), medium.offset})
            fingerprint.add(number);
}

} // namespace

/// Returns true if sent media are gone, or others are between them.
bool ServedMedia::hasChanged(const store::Media &media) const
{
    for (std::size_t tag = 0; tag < m_told.size(); ++tag) {
        const auto now = media.of(tag);
        if (now.size() < m_told[tag].count)
            return true;
        Fingerprint fingerprint;
        add(std::span(now).first(m_told[tag].count), fingerprint);
        if (fingerprint != m_told[tag].fingerprint)
            return true;
    }
    return false;
}

void ServedMedia::tellNews(std::shared_ptr<const store::Media> media)
{
    const std::uint64_t version = media ? media->version() : 0;
    if (media == m_media && version == m_version)
        return;
    messages::Reply reply;
    const auto pass = [&] { m_send(std::exchange(reply, {})); };
    if (media != m_media || hasChanged(*media)) {
        reply.mutable_media()->set_restarted(true);
        m_told.clear();
    }
    m_media = std::move(media);
    m_version = version;
    const auto tags = m_media ? m_media->tags() : std::vector<store::MediaTag>();
    for (std::size_t tag = 0; tag < tags.size(); ++tag) {
        if (tag == m_told.size()) {
            messages::MediaTag &added = *reply.mutable_media()->add_tags();
            added.set_name(tags[tag].name);
            added.set_kind(static_cast<std::uint32_t>(tags[tag].kind));
            m_told.emplace_back();
        }
        const auto all = m_media->of(tag);
        for (std::size_t i = m_told[tag].count; i < all.size(); ++i) {
            messages::Medium &added = *reply.mutable_media()->add_media();
            added.set_tag(static_cast<std::uint32_t>(tag));
            added.set_step(all[i].step);
            added.set_wall(all[i].wallSeconds);
            added.set_file(all[i].file);
            added.set_offset(all[i].offset);
            added.set_caption(all[i].caption);
            if (reply.media().media_size() == kMaxMediaAtOnce)
                pass();
        }
        add(std::span(all).subspan(m_told[tag].count), m_told[tag].fingerprint);
        m_told[tag].count = all.size();
    }
    pass();
}

void ServedMedia::answer(const store::Media *media, const messages::MediumAsked &asked)
{
    std::string content;
    record::Message problem;
    try {
        const auto medium = media ? media->find(asked.step(), asked.file(), asked.offset()) : std::nullopt;
        if (!medium)
            throw store::MediumError(record::message("the media of this run changed"));
        content = media->read(*medium).value();
    } catch (const store::MediumError &error) {
        problem = record::messageOf(error);
    }
    std::size_t first = 0;
    do {
        messages::Reply reply;
        messages::MediumContent &sent = *reply.mutable_medium();
        sent.set_step(asked.step());
        sent.set_file(asked.file());
        sent.set_offset(asked.offset());
        sent.set_problem(bytes::clipped(problem, 4096));
        sent.set_problem_structure(record::structureJson(problem));
        sent.set_content(content.substr(first, kMaxPartBytes));
        first += kMaxPartBytes;
        sent.set_more(first < content.size());
        m_send(std::move(reply));
    } while (first < content.size());
}

} // namespace lensboard::remote
