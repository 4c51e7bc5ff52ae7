#pragma once

#include "core/record/error.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lensboard::store {

enum class MediumKind : std::uint8_t { Image, Sound, Text, Curve };

/// Place of an image, sound, text or precision-recall curve in a file of another tool.
struct Medium
{
    std::int64_t step = 0;
    double wallSeconds = 0; ///< since 1970-01-01 UTC; 0: unknown
    std::uint32_t file = 0; ///< number returned by Media::addFile()
    std::optional<std::uint32_t> checksum = {}; ///< bytes::maskedCrc32c() of the content; nullopt if unknown
    std::uint64_t offset = 0;
    std::optional<std::uint64_t> size = {}; ///< in bytes; nullopt: up to the end of the file
    std::string caption = {};

    bool operator==(const Medium &) const = default;
};

/// All media with one name.
struct MediaTag
{
    std::string name;
    MediumKind kind = MediumKind::Image;
    std::size_t count = 0;

    bool operator==(const MediaTag &) const = default;
};

/// Thrown if a medium is unreadable. The message names the file and the reason.
class MediumError : public record::Error
{
public:
    using record::Error::Error;
    MediumError(const std::filesystem::path &file, const record::Message &what) : record::Error(file.string() + ": " + what) {}
};

/// Images, sounds, texts and curves of a run. Holds their places; a reader reads the content of one medium at a time from its file.
/// Thread: any.
class Media
{
public:
    static constexpr std::size_t kMaxMedia = 1'000'000;
    static constexpr std::size_t kMaxTags = 100'000;
    static constexpr std::uint64_t kLargestMedium = std::uint64_t{256} << 20; ///< in bytes

    virtual ~Media() = default;

    // ---- the writer
    /// Returns the number of a file with media. If \p folder is not empty, the file is only read if it lies in this folder, after following links.
    std::uint32_t addFile(std::filesystem::path file, std::filesystem::path folder = {});
    /// Adds a medium after others with an equal step. Returns false if it exceeds a limit.
    bool add(std::string_view tag, MediumKind kind, Medium medium);
    /// Removes media at \p step and later, of one tag or of all. Returns their number.
    std::size_t cut(std::int64_t step, std::optional<std::string_view> tag = std::nullopt);

    // ---- readers
    /// Counts changes, and contents that arrived from another machine.
    std::uint64_t version() const;
    /// Returns the tags in the order of their first media. Tags are never removed.
    std::vector<MediaTag> tags() const;
    /// Returns the media of tag number \p tag, ordered by step.
    std::vector<Medium> of(std::size_t tag) const;
    /// Returns the number of media by kind: "2 images, 1 sound"; empty if there are none.
    std::string summary() const;
    /// Returns the first medium of all tags at the same place of a file; nullopt if there is none. The step limits the search.
    std::optional<Medium> find(std::int64_t step, std::uint32_t file, std::uint64_t offset) const;
    /// Reads the content of a medium. Returns nullopt while it is fetched from another machine; version() changes when it arrives.
    /// Errors: MediumError.
    virtual std::optional<std::string> read(const Medium &medium) const;
    /// Returns the file of a medium.
    std::filesystem::path file(const Medium &medium) const;

protected:
    void noteChange();

private:
    struct File
    {
        std::filesystem::path path;
        std::filesystem::path folder;
    };
    struct Tag
    {
        std::string name;
        MediumKind kind;
        std::vector<Medium> media;
    };

    File fileOf(const Medium &medium) const;

    mutable std::mutex m_mutex;
    std::uint64_t m_version = 0;
    std::size_t m_count = 0;
    std::vector<File> m_files;
    std::vector<Tag> m_tags;
    std::map<std::pair<MediumKind, std::string>, std::size_t, std::less<>> m_index; ///< of m_tags
};

} // namespace lensboard::store
