#pragma once

#include "core/record/error.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lensboard::bytes {

/// Fault of a ZIP archive with its byte position, without the path.
class ZipError : public record::Error
{
public:
    using record::Error::Error;
};

/// Entries of a ZIP archive in a file or in memory, stored or deflated, with ZIP64. Checks positions, lengths and checksums before use.
/// Thread: one for an archive and its streams.
/// Source: PKWARE's APPNOTE 6.3.
class ZipArchive
{
public:
    struct Entry
    {
        std::string name;
        std::uint64_t place = 0;  ///< position of its packed data in the archive
        std::uint64_t packed = 0; ///< bytes in the archive
        std::uint64_t size = 0;   ///< bytes once unpacked
        std::uint32_t crc = 0;
        bool deflated = false;
        record::Message problem = {}; ///< reason why it cannot be opened; empty if it can
    };

    class Stream;

    static bool isZip(std::string_view beginning);

    /// \p bytes must outlive the archive and its streams.
    /// Errors: ZipError.
    explicit ZipArchive(std::string_view bytes);
    /// Errors: ZipError.
    static ZipArchive ofFile(const std::filesystem::path &path);

    const std::vector<Entry> &entries() const { return m_entries; }
    /// Returns the last entry with this name, since updated archives may contain older versions before it; null if none.
    const Entry *find(std::string_view name) const;
    /// Returns the first entry with a name that ends with \p ending after a slash; null if none.
    const Entry *findEnding(std::string_view ending) const;

    /// Errors: ZipError if the entry cannot be opened.
    Stream open(const Entry &entry) const;
    /// Errors: ZipError if the entry is damaged, or has more than \p most bytes.
    std::string read(const Entry &entry, std::uint64_t most) const;
    /// Reads every entry to its end.
    /// Errors: ZipError naming the damaged entry.
    void verify() const;

private:
    /// Copies up to \c size bytes from position \c place. Returns the number of copied bytes.
    using ReadAt = std::function<std::size_t(std::uint64_t place, char *to, std::size_t size)>;

    ZipArchive(std::uint64_t size, ReadAt readAt);

    void readDirectory();
    std::uint64_t dataPlace(const Entry &entry, std::uint64_t header) const;
    std::string bytesAt(std::uint64_t place, std::size_t size) const;

    std::uint64_t m_size;
    ReadAt m_readAt;
    std::vector<Entry> m_entries;
};

/// Reads one entry unpacked, from its beginning.
class ZipArchive::Stream
{
public:
    Stream(Stream &&) noexcept;
    ~Stream();

    /// Reads at most \p size bytes and 1 MiB. \p size must not be 0. Returns the number of bytes; 0 at the entry's end.
    /// Errors: ZipError if the entry is damaged or, at its end, too short or different from its checksum.
    std::size_t read(std::uint8_t *to, std::size_t size);

    /// Returns the number of unpacked bytes left.
    std::uint64_t left() const;
    /// Returns the share of packed bytes read, 0 to 1.
    double share() const;

private:
    friend class ZipArchive;
    struct Private;

    Stream(ReadAt readAt, const Entry &entry);

    std::unique_ptr<Private> d;
};

} // namespace lensboard::bytes
