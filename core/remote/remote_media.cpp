#include "core/remote/remote_media.h"

#include "core/bytes/valid_utf8.h"
#include "core/record/message_json.h"
#include "core/remote/remote_protocol.h"

#include "remote_messages.pb.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lensboard::remote {

namespace {

constexpr std::size_t kMaxKeptBytes = std::size_t{128} << 20; ///< except the last content
constexpr std::size_t kMaxProblemBytes = 4096;

} // namespace

std::optional<std::string> RemoteMedia::read(const store::Medium &medium) const
{
    const std::scoped_lock lock(m_contentMutex);
    Content &content = m_contents[{medium.step, medium.file, medium.offset}];
    content.lastRead = ++m_reads;
    if (!content.isWhole)
        return std::nullopt;
    if (!content.problem.empty())
        throw store::MediumError(content.problem);
    return content.bytes;
}

void RemoteMedia::apply(const messages::Media &sent)
{
    if (sent.restarted()) {
        cut(std::numeric_limits<std::int64_t>::min());
        m_sentTags.clear();
        const std::scoped_lock lock(m_contentMutex);
        m_contents.clear();
    }
    for (const messages::MediaTag &tag : sent.tags()) {
        require(tag.kind() <= static_cast<std::uint32_t>(store::MediumKind::Curve) && m_sentTags.size() < kMaxTags, "a kind of media that is not known here");
        m_sentTags.emplace_back(bytes::validUtf8(tag.name()), static_cast<store::MediumKind>(tag.kind()));
    }
    for (const messages::Medium &medium : sent.media()) {
        require(medium.tag() < m_sentTags.size(), "media of a tag that is not there");
        const auto &[name, kind] = m_sentTags[medium.tag()];
        add(name, kind, {medium.step(), medium.wall(), medium.file(), {}, medium.offset(), {}, bytes::validUtf8(medium.caption())});
    }
    noteChange();
}

void RemoteMedia::apply(const messages::MediumContent &sent)
{
    {
        const std::scoped_lock lock(m_contentMutex);
        const auto known = m_contents.find({sent.step(), sent.file(), sent.offset()});
        if (known == m_contents.end() || !known->second.isRequested || known->second.isWhole)
            return;
        Content &content = known->second;
        require(content.bytes.size() + sent.content().size() <= kLargestMedium, "a medium that is too long");
        content.bytes += sent.content();
        content.problem = record::messageFrom(bytes::validUtf8(bytes::clipped(sent.problem(), kMaxProblemBytes)), sent.problem_structure());
        content.isWhole = !sent.more();
        if (!content.isWhole)
            return;
        trim();
    }
    noteChange();
}

/// Discards the contents that were not read for the longest time.
void RemoteMedia::trim()
{
    std::size_t bytes = 0;
    for (const auto &[location, content] : m_contents)
        bytes += content.isWhole ? content.bytes.size() : 0;
    while (bytes > kMaxKeptBytes) {
        const auto isOlder = [](const auto &a, const auto &b) { return std::pair(!a.second.isWhole, a.second.lastRead) < std::pair(!b.second.isWhole, b.second.lastRead); };
        const auto oldest = std::ranges::min_element(m_contents, isOlder);
        if (!oldest->second.isWhole || oldest->second.lastRead == m_reads)
            return;
        bytes -= oldest->second.bytes.size();
        m_contents.erase(oldest);
    }
}

std::vector<messages::Request> RemoteMedia::takeRequests()
{
    const std::scoped_lock lock(m_contentMutex);
    std::vector<messages::Request> requests;
    for (auto &[location, content] : m_contents)
        if (!std::exchange(content.isRequested, true)) {
            messages::MediumAsked &asked = *requests.emplace_back().mutable_medium();
            asked.set_step(location.step);
            asked.set_file(location.file);
            asked.set_offset(location.offset);
        }
    return requests;
}

void RemoteMedia::requestAgain()
{
    const std::scoped_lock lock(m_contentMutex);
    for (auto &[location, content] : m_contents)
        if (!content.isWhole) {
            content.bytes.clear();
            content.isRequested = false;
        }
}

} // namespace lensboard::remote
