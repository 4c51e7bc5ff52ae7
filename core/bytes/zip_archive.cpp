#include "core/bytes/zip_archive.h"

#include "core/bytes/valid_utf8.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <new>

namespace lensboard::bytes {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kLocalHeader("PK\3\4", 4), kDirectoryEntry("PK\1\2", 4), kEnd("PK\5\6", 4), kEnd64("PK\6\6", 4),
    kLocator64("PK\6\7", 4);
constexpr std::uint64_t kIn64 = 0xffffffff;       ///< the number is in the ZIP64 record or field
constexpr std::uint64_t kMaxInflated = 1032;      ///< largest number of bytes that one deflated byte unpacks to
constexpr std::size_t kMaxShownBytes = 200;

[[noreturn]] void failAt(std::uint64_t byte, const record::Message &what)
{
    throw ZipError(record::message("byte %1: %2", byte, what));
}

/// Returns the little-endian number at \p at. The bytes must exist.
template <typename Number>
Number numberAt(std::string_view bytes, std::size_t at)
{
    Number number = 0;
    for (std::size_t i = 0; i < sizeof(Number); ++i)
        number = static_cast<Number>(number | static_cast<Number>(static_cast<unsigned char>(bytes[at + i])) << (8 * i));
    return number;
}

/// Reads each 64-bit number that the 32-bit field lacks from the ZIP64 extra field, in the order of \p numbers.
void takeLargeNumbers(std::string_view extra, std::initializer_list<std::uint64_t *> numbers)
{
    constexpr std::uint16_t kZip64 = 1;
    while (extra.size() >= 4) {
        const auto id = numberAt<std::uint16_t>(extra, 0), size = numberAt<std::uint16_t>(extra, 2);
        std::string_view field = extra.substr(4, size);
        for (std::uint64_t *number : numbers)
            if (id == kZip64 && *number == kIn64 && field.size() >= 8) {
                *number = numberAt<std::uint64_t>(field, 0);
                field.remove_prefix(8);
            }
        extra.remove_prefix(std::min<std::size_t>(extra.size(), 4u + size));
    }
}

} // namespace

bool ZipArchive::isZip(std::string_view beginning)
{
    return beginning.starts_with(kLocalHeader) || beginning.starts_with(kEnd);
}

ZipArchive::ZipArchive(std::uint64_t size, ReadAt readAt) : m_size(size), m_readAt(std::move(readAt))
{
    readDirectory();
}

ZipArchive::ZipArchive(std::string_view bytes)
    : ZipArchive(bytes.size(), [bytes](std::uint64_t place, char *to, std::size_t size) {
          return place < bytes.size() ? bytes.copy(to, size, place) : 0;
      })
{}

ZipArchive ZipArchive::ofFile(const fs::path &path)
{
    const auto file = std::make_shared<std::ifstream>(path, std::ios::binary);
    if (!*file)
        throw ZipError(record::message("cannot be opened: %1", record::systemError(errno)));
    file->seekg(0, std::ios::end);
    const std::uint64_t size = static_cast<std::uint64_t>(std::max<std::streamoff>(file->tellg(), 0));
    return {size, [file](std::uint64_t place, char *to, std::size_t wanted) {
                file->clear();
                file->seekg(static_cast<std::streamoff>(place));
                file->read(to, static_cast<std::streamsize>(wanted));
                return static_cast<std::size_t>(file->gcount());
            }};
}

std::string ZipArchive::bytesAt(std::uint64_t place, std::size_t size) const
{
    std::string bytes(size, '\0');
    if (m_readAt(place, bytes.data(), size) != size)
        failAt(place, record::message("cannot be read on, expected %1 bytes", size));
    return bytes;
}

void ZipArchive::readDirectory()
{
    constexpr std::size_t kEndSize = 22, kLongestComment = 65535, kLocatorSize = 20, kEnd64Size = 56, kEntrySize = 46;
    constexpr std::uint64_t kLargestDirectory = 16u << 20;
    constexpr std::uint16_t kEncrypted = 1, kStored = 0, kDeflated = 8;

    const std::uint64_t tailSize = std::min<std::uint64_t>(m_size, kEndSize + kLongestComment), tailPlace = m_size - tailSize;
    const std::string tail = bytesAt(tailPlace, tailSize);
    const std::size_t end = tail.rfind(kEnd);
    if (end == tail.npos || tail.size() - end < kEndSize)
        throw ZipError(record::message("has no ZIP directory at its end; it is something else, or cut short"));
    std::uint64_t size = numberAt<std::uint32_t>(tail, end + 12), place = numberAt<std::uint32_t>(tail, end + 16);
    const std::uint64_t locatorPlace = tailPlace + end - std::min<std::uint64_t>(tailPlace + end, kLocatorSize);
    const std::string locator = bytesAt(locatorPlace, kLocatorSize);
    const bool hasLocator = locatorPlace + kLocatorSize == tailPlace + end && locator.starts_with(kLocator64);
    if (!hasLocator && (size == kIn64 || place == kIn64))
        failAt(locatorPlace, record::message("the ZIP64 directory is missing; get the file anew"));
    if (hasLocator) { // used even if the numbers above suffice, as LibTorch does
        const auto end64 = numberAt<std::uint64_t>(locator, 8);
        if (end64 > m_size || m_size - end64 < kEnd64Size)
            failAt(locatorPlace, record::message("the ZIP64 directory is missing; get the file anew"));
        const std::string record64 = bytesAt(end64, kEnd64Size);
        if (!record64.starts_with(kEnd64))
            failAt(end64, record::message("the ZIP64 directory is missing; get the file anew"));
        size = numberAt<std::uint64_t>(record64, 40);
        place = numberAt<std::uint64_t>(record64, 48);
    }
    if (place > m_size || size > m_size - place || size > kLargestDirectory)
        failAt(tailPlace + end, record::message("the ZIP directory of %1 bytes at %2 does not fit the file; get it anew", size, place));

    const std::string directory = bytesAt(place, size);
    std::uint64_t packedInAll = 0;
    for (std::string_view rest = directory; !rest.empty();) {
        const std::uint64_t at = place + (directory.size() - rest.size());
        const auto noEntry = [at] { failAt(at, record::message("the ZIP directory has no entry, expected one; get the file anew")); };
        if (rest.size() < kEntrySize || !rest.starts_with(kDirectoryEntry))
            noEntry();
        const std::size_t nameSize = numberAt<std::uint16_t>(rest, 28), extraSize = numberAt<std::uint16_t>(rest, 30);
        const std::size_t whole = kEntrySize + nameSize + extraSize + numberAt<std::uint16_t>(rest, 32);
        if (whole > rest.size())
            noEntry();
        const auto flags = numberAt<std::uint16_t>(rest, 8), method = numberAt<std::uint16_t>(rest, 10);
        Entry entry{.name = std::string(rest.substr(kEntrySize, nameSize)),
                    .packed = numberAt<std::uint32_t>(rest, 20),
                    .size = numberAt<std::uint32_t>(rest, 24),
                    .crc = numberAt<std::uint32_t>(rest, 16),
                    .deflated = method == kDeflated};
        std::uint64_t header = numberAt<std::uint32_t>(rest, 42);
        takeLargeNumbers(rest.substr(kEntrySize + nameSize, extraSize), {&entry.size, &entry.packed, &header});
        const auto fail = [&](const record::Message &what) {
            failAt(header, record::message("%1: %2", clipped(entry.name, kMaxShownBytes), what));
        };
        try {
            if (flags & kEncrypted)
                fail(record::message("is encrypted, expected plain data"));
            if (method != kStored && method != kDeflated)
                fail(record::message("is packed by method %1, expected 0 (stored) or 8 (deflated)", method));
            if (entry.deflated ? entry.size / kMaxInflated > entry.packed : entry.size != entry.packed)
                fail(record::message("has a stated size of %1 bytes, impossible for its %2 packed bytes; get a new copy of the file", entry.size, entry.packed));
            entry.place = dataPlace(entry, header);
            packedInAll += entry.packed;
            if (packedInAll > m_size)
                fail(record::message("lies over others; get the file anew"));
        } catch (const ZipError &error) { // reported when the entry is opened
            entry.problem = record::messageOf(error);
        }
        m_entries.push_back(std::move(entry));
        rest.remove_prefix(whole);
    }
}

/// Returns the position of the entry's data, after its local header with the header's own lengths.
std::uint64_t ZipArchive::dataPlace(const Entry &entry, std::uint64_t header) const
{
    constexpr std::size_t kHeaderSize = 30;
    const auto fail = [&](const record::Message &what) {
        failAt(header, record::message("%1: %2", clipped(entry.name, kMaxShownBytes), what));
    };
    if (header > m_size || m_size - header < kHeaderSize)
        fail(record::message("stands beyond the end; get the file anew"));
    const std::string bytes = bytesAt(header, kHeaderSize);
    if (!bytes.starts_with(kLocalHeader))
        fail(record::message("has no header there; get the file anew"));
    const std::uint64_t place = header + kHeaderSize + numberAt<std::uint16_t>(bytes, 26) + numberAt<std::uint16_t>(bytes, 28);
    if (place > m_size || entry.packed > m_size - place)
        fail(record::message("has %1 packed bytes, more than the file holds; get a new copy of the file", entry.packed));
    return place;
}

const ZipArchive::Entry *ZipArchive::find(std::string_view name) const
{
    const auto found = std::find_if(m_entries.rbegin(), m_entries.rend(), [&](const Entry &entry) { return entry.name == name; });
    return found == m_entries.rend() ? nullptr : &*found;
}

const ZipArchive::Entry *ZipArchive::findEnding(std::string_view ending) const
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry &entry) {
        return entry.name.size() > ending.size() && entry.name.ends_with(ending)
            && entry.name[entry.name.size() - ending.size() - 1] == '/';
    });
    return found == m_entries.end() ? nullptr : &*found;
}

ZipArchive::Stream ZipArchive::open(const Entry &entry) const
{
    if (!entry.problem.empty())
        throw ZipError(entry.problem);
    return Stream(m_readAt, entry);
}

std::string ZipArchive::read(const Entry &entry, std::uint64_t most) const
{
    if (entry.size > most)
        throw ZipError(record::message("%1 has %2 bytes, expected at most %3", clipped(entry.name, kMaxShownBytes), entry.size, most));
    std::string whole(entry.size + 1, '\0'); // one more byte shows if the entry is longer
    Stream stream = open(entry);
    std::size_t got = 0;
    while (const std::size_t more = stream.read(reinterpret_cast<std::uint8_t *>(whole.data()) + got, whole.size() - got))
        got += more;
    whole.resize(got);
    return whole;
}

void ZipArchive::verify() const
{
    std::vector<std::uint8_t> buffer(1 << 20);
    for (const Entry &entry : m_entries) {
        Stream stream = open(entry);
        try {
            while (stream.read(buffer.data(), buffer.size()) > 0) {
            }
        } catch (const ZipError &error) {
            throw ZipError(record::message("%1: %2", clipped(entry.name, kMaxShownBytes), record::messageOf(error)));
        }
    }
}

struct ZipArchive::Stream::Private
{
    ReadAt readAt;
    Entry entry;
    std::uint64_t taken = 0; ///< packed bytes
    std::uint64_t given = 0; ///< unpacked bytes
    std::uint32_t crc = 0;
    z_stream inflater{};
    bool ended = false; ///< deflated data mark their end themselves
    std::array<std::uint8_t, 1 << 16> packed;

    std::size_t stored(std::uint8_t *to, std::size_t size)
    {
        const std::size_t piece = std::min<std::uint64_t>(size, entry.packed - taken);
        if (readAt(entry.place + taken, reinterpret_cast<char *>(to), piece) != piece)
            throw ZipError(record::message("cannot be read on"));
        taken += piece;
        return piece;
    }

    std::size_t inflated(std::uint8_t *to, std::size_t size)
    {
        inflater.next_out = to;
        inflater.avail_out = static_cast<uInt>(size);
        while (inflater.avail_out == size && !ended) {
            if (inflater.avail_in == 0) {
                inflater.avail_in = static_cast<uInt>(stored(packed.data(), packed.size()));
                inflater.next_in = packed.data();
                if (inflater.avail_in == 0)
                    break; // shorter than its entry says
            }
            const int code = inflate(&inflater, Z_NO_FLUSH);
            ended = code == Z_STREAM_END;
            if (code != Z_OK && !ended)
                throw ZipError(record::message("the deflated data from here on are damaged (%1); get the file anew",
                                               inflater.msg ? record::Message(inflater.msg) : record::message("no text")));
        }
        return size - inflater.avail_out;
    }
};

ZipArchive::Stream::Stream(ReadAt readAt, const Entry &entry) : d(std::make_unique<Private>())
{
    d->readAt = std::move(readAt);
    d->entry = entry;
    if (entry.deflated && inflateInit2(&d->inflater, -MAX_WBITS) != Z_OK)
        throw std::bad_alloc();
}

ZipArchive::Stream::Stream(Stream &&) noexcept = default;

ZipArchive::Stream::~Stream()
{
    if (d && d->entry.deflated)
        inflateEnd(&d->inflater);
}

std::size_t ZipArchive::Stream::read(std::uint8_t *to, std::size_t size)
{
    constexpr std::size_t kLargestPiece = 1 << 20;
    size = std::min(size, kLargestPiece);
    const std::size_t got = d->entry.deflated ? d->inflated(to, size) : d->stored(to, size);
    d->crc = static_cast<std::uint32_t>(crc32_z(d->crc, to, got));
    d->given += got;
    if (d->given > d->entry.size)
        throw ZipError(record::message("there is more than the %1 bytes that the archive states", d->entry.size));
    if (got == 0 && d->given != d->entry.size)
        throw ZipError(record::message("the data end, expected %1 bytes in all; get the file anew", d->entry.size));
    if (got == 0 && d->crc != d->entry.crc)
        throw ZipError(record::message("the data are damaged (wrong checksum); get the file anew"));
    return got;
}

std::uint64_t ZipArchive::Stream::left() const
{
    return d->entry.size - d->given;
}

double ZipArchive::Stream::share() const
{
    return d->entry.packed ? static_cast<double>(d->taken) / static_cast<double>(d->entry.packed) : 1;
}

} // namespace lensboard::bytes
