#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace lensboard::bytes {

/// What is wrong with a ZIP archive, and at which byte; without its path.
class ZipError : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// The entries of a ZIP archive in a file or in memory, stored or deflated, with ZIP64. Places, lengths and checksums are
/// checked before they are used. For one thread, with its streams.
/// Source: PKWARE's APPNOTE 6.3.
class ZipArchive
{
public:
    struct Entry
    {
        std::string name;
        std::uint64_t place = 0;  ///< of its first byte in the archive
        std::uint64_t packed = 0; ///< bytes in the archive
        std::uint64_t size = 0;   ///< bytes once unpacked
        std::uint32_t crc = 0;
        bool deflated = false;
        std::string problem = {}; ///< why it cannot be opened; empty if it can
    };

    class Stream;

    static bool isZip(std::string_view beginning);

    /// \p bytes outlive it and its streams.
    /// Errors: ZipError.
    explicit ZipArchive(std::string_view bytes);
    /// Errors: ZipError.
    static ZipArchive ofFile(const std::filesystem::path &path);

    const std::vector<Entry> &entries() const { return m_entries; }
    /// The last that is called so, which an archive that was added to means; null if there is none.
    const Entry *find(std::string_view name) const;
    /// Null if there is none whose name ends so, after a slash.
    const Entry *findEnding(std::string_view ending) const;

    /// Errors: ZipError if it cannot be.
    Stream open(const Entry &entry) const;
    /// Errors: ZipError if the entry is damaged, or has more than \p most bytes.
    std::string read(const Entry &entry, std::uint64_t most) const;
    /// Reads every entry to its end.
    /// Errors: ZipError naming the entry that is damaged.
    void verify() const;

private:
    /// Copies \c size bytes from \c place on; returns how many there were.
    using ReadAt = std::function<std::size_t(std::uint64_t place, char *to, std::size_t size)>;

    ZipArchive(std::uint64_t size, ReadAt readAt);

    void readDirectory();
    std::uint64_t dataPlace(const Entry &entry, std::uint64_t header) const;
    std::string bytesAt(std::uint64_t place, std::size_t size) const;

    std::uint64_t m_size;
    ReadAt m_readAt;
    std::vector<Entry> m_entries;
};

/// One entry, unpacked from its beginning on.
class ZipArchive::Stream
{
public:
    Stream(Stream &&) noexcept;
    ~Stream();

    /// Writes at most \p size bytes, more than 0, and returns how many; 0 at the entry's end.
    /// Errors: ZipError if the entry is damaged or, at its end, too short or not what its checksum says.
    std::size_t read(std::uint8_t *to, std::size_t size);

    /// Bytes that are still to come.
    std::uint64_t left() const;
    /// Of the packed bytes that were read, 0 to 1.
    double share() const;

private:
    friend class ZipArchive;
    struct Private;

    Stream(ReadAt readAt, const Entry &entry);

    std::unique_ptr<Private> d;
};

} // namespace lensboard::bytes
