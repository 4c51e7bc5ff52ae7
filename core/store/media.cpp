#include "core/store/media.h"

#include "core/bytes/descriptor.h"
#include "core/bytes/tfrecord.h"
#include "core/bytes/valid_utf8.h"
#include "core/record/message.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

#include <sys/stat.h>
#include <unistd.h>

namespace lensboard::store {

namespace fs = std::filesystem;
using record::message;

namespace {

constexpr std::size_t kMaxNameBytes = 1000;
constexpr std::size_t kMaxCaptionBytes = 1000;

/// Returns \p path without links.
/// Errors: MediumError if it lies outside \p folder.
fs::path pathInside(const fs::path &path, const fs::path &folder)
{
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    if (error)
        throw MediumError(path, error == std::errc::no_such_file_or_directory ? message("no such file") : message("cannot be read: %1", record::systemError(error.value())));
    const fs::path inside = real.lexically_relative(fs::canonical(folder, error));
    if (error || inside.empty() || *inside.begin() == "..")
        throw MediumError(path, message("lies outside the folder of its run"));
    return real;
}

std::string readAt(int file, const fs::path &path, std::uint64_t offset, std::uint64_t size)
{
    std::string content(size, '\0');
    std::size_t done = 0;
    while (done < content.size()) {
        const ssize_t count = ::pread(file, content.data() + done, content.size() - done, static_cast<off_t>(offset + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            throw MediumError(path, count < 0 ? message("cannot be read: %1", record::systemError(errno)) : message("became shorter while it was read"));
        done += static_cast<std::size_t>(count);
    }
    return content;
}

} // namespace

std::uint32_t Media::addFile(fs::path file, fs::path folder)
{
    const std::scoped_lock lock(m_mutex);
    m_files.push_back({std::move(file), std::move(folder)});
    return static_cast<std::uint32_t>(m_files.size() - 1);
}

bool Media::add(std::string_view tag, MediumKind kind, Medium medium)
{
    const std::scoped_lock lock(m_mutex);
    if (m_count == kMaxMedia || tag.size() > kMaxNameBytes || medium.size.value_or(0) > kLargestMedium)
        return false;
    const std::pair key(kind, bytes::validUtf8(tag));
    auto known = m_index.find(key);
    if (known == m_index.end()) {
        if (m_tags.size() == kMaxTags)
            return false;
        known = m_index.emplace(key, m_tags.size()).first;
        m_tags.push_back({key.second, kind, {}});
    }
    medium.caption = bytes::clipped(medium.caption, kMaxCaptionBytes);
    std::vector<Medium> &media = m_tags[known->second].media;
    media.insert(std::ranges::upper_bound(media, medium.step, {}, &Medium::step), std::move(medium));
    ++m_count;
    ++m_version;
    return true;
}

std::size_t Media::cut(std::int64_t step, std::optional<std::string_view> name)
{
    const std::scoped_lock lock(m_mutex);
    const std::string wanted = bytes::validUtf8(name.value_or(std::string_view()));
    std::size_t removed = 0;
    for (Tag &tag : m_tags) {
        if (name && tag.name != wanted)
            continue;
        const auto first = std::ranges::lower_bound(tag.media, step, {}, &Medium::step);
        removed += static_cast<std::size_t>(tag.media.end() - first);
        tag.media.erase(first, tag.media.end());
    }
    m_count -= removed;
    m_version += removed > 0 ? 1 : 0;
    return removed;
}

std::uint64_t Media::version() const
{
    const std::scoped_lock lock(m_mutex);
    return m_version;
}

std::vector<MediaTag> Media::tags() const
{
    const std::scoped_lock lock(m_mutex);
    std::vector<MediaTag> tags;
    for (const Tag &tag : m_tags)
        tags.push_back({tag.name, tag.kind, tag.media.size()});
    return tags;
}

std::vector<Medium> Media::of(std::size_t tag) const
{
    const std::scoped_lock lock(m_mutex);
    return tag < m_tags.size() ? m_tags[tag].media : std::vector<Medium>();
}

std::string Media::summary() const
{
    std::array<std::size_t, 4> counts{};
    {
        const std::scoped_lock lock(m_mutex);
        for (const Tag &tag : m_tags)
            counts[static_cast<std::size_t>(tag.kind)] += tag.media.size();
    }
    std::string text;
    const auto add = [&](MediumKind kind, const char *one, const char *several) {
        const std::size_t count = counts[static_cast<std::size_t>(kind)];
        if (count > 0)
            text += (text.empty() ? "" : ", ") + std::to_string(count) + ' ' + (count == 1 ? one : several);
    };
    add(MediumKind::Image, "image", "images");
    add(MediumKind::Sound, "sound", "sounds");
    add(MediumKind::Text, "text", "texts");
    add(MediumKind::Curve, "precision-recall curve", "precision-recall curves");
    return text;
}

Media::File Media::fileOf(const Medium &medium) const
{
    const std::scoped_lock lock(m_mutex);
    return m_files.at(medium.file);
}

fs::path Media::file(const Medium &medium) const
{
    return fileOf(medium).path;
}

std::optional<Medium> Media::find(std::int64_t step, std::uint32_t file, std::uint64_t offset) const
{
    const std::scoped_lock lock(m_mutex);
    for (const Tag &tag : m_tags)
        for (const Medium &medium : std::ranges::equal_range(tag.media, step, {}, &Medium::step))
            if (medium.file == file && medium.offset == offset)
                return medium;
    return std::nullopt;
}

void Media::noteChange()
{
    const std::scoped_lock lock(m_mutex);
    ++m_version;
}

std::optional<std::string> Media::read(const Medium &medium) const
{
    const auto [path, folder] = fileOf(medium);
    const bytes::Descriptor file(folder.empty() ? path : pathInside(path, folder));
    struct stat state{};
    if (file.number() < 0 || ::fstat(file.number(), &state) != 0)
        throw MediumError(path, errno == ENOENT ? message("no such file") : message("cannot be read: %1", record::systemError(errno)));
    if (!S_ISREG(state.st_mode))
        throw MediumError(path, message("is not a file"));
    const auto length = static_cast<std::uint64_t>(state.st_size);
    const std::uint64_t size = medium.size.value_or(length - std::min(length, medium.offset));
    if (medium.offset > length || size > length - medium.offset)
        throw MediumError(path, message("ends before byte %1, where this medium ends", medium.offset + size));
    if (size > kLargestMedium)
        throw MediumError(path, message("is longer than %1 bytes", kLargestMedium));
    std::string content = readAt(file.number(), path, medium.offset, size);
    if (medium.checksum && bytes::maskedCrc32c(content) != *medium.checksum)
        throw MediumError(path, message("has changed since it was opened"));
    return content;
}

} // namespace lensboard::store
