#include "core/model/zip_archive.h"

#include "core/record/message.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <stdexcept>

namespace lensboard::model {

namespace {

constexpr std::string_view kLocalHeader("PK\3\4", 4), kCentralHeader("PK\1\2", 4), kEnd("PK\5\6", 4), kEnd64("PK\6\6", 4),
    kEnd64Locator("PK\6\7", 4);
constexpr std::size_t kEndSize = 22, kLocatorSize = 20;
constexpr std::uint32_t kElsewhere = 0xffffffff; ///< the number is in the zip64 field

[[noreturn]] void damaged(const std::string &what)
{
    throw std::runtime_error(record::message("is damaged: %1", what));
}

/// Little-endian numbers, one after the other.
class Bytes
{
public:
    Bytes(std::string_view file, std::uint64_t place, const char *what) : m_file(file), m_place(place), m_what(what) {}

    std::uint64_t number(std::size_t bytes)
    {
        std::uint64_t value = 0;
        const std::string_view digits = text(bytes);
        for (std::size_t i = bytes; i-- > 0;)
            value = value << 8 | static_cast<unsigned char>(digits[i]);
        return value;
    }

    std::string_view text(std::uint64_t size)
    {
        if (m_place > m_file.size() || size > m_file.size() - m_place)
            damaged(record::message("%1 at byte %2 goes past the end of the file", m_what, m_place));
        const std::string_view found = m_file.substr(m_place, size);
        m_place += size;
        return found;
    }

    void expect(std::string_view signature)
    {
        if (const std::uint64_t start = m_place; text(signature.size()) != signature)
            damaged(record::message("no %1 at byte %2", m_what, start));
    }

    std::uint64_t place() const { return m_place; }

private:
    std::string_view m_file;
    std::uint64_t m_place;
    const char *m_what;
};

struct Directory
{
    std::uint64_t entries;
    std::uint64_t place;
};

Directory directoryOf(std::string_view file)
{
    const std::size_t end = file.rfind(kEnd);
    if (end == std::string_view::npos)
        damaged(record::message("it has no end; it was not copied or written whole"));
    Bytes bytes(file, end + 10, record::messagePattern("the end record"));
    Directory directory{};
    directory.entries = bytes.number(2);
    bytes.number(4);
    directory.place = bytes.number(4);
    if (end < kLocatorSize || file.substr(end - kLocatorSize, kEnd64Locator.size()) != kEnd64Locator)
        return directory;
    const std::uint64_t end64 = Bytes(file, end - kLocatorSize + 8, record::messagePattern("the zip64 locator")).number(8);
    Bytes large(file, end64, record::messagePattern("zip64 end record"));
    large.expect(kEnd64);
    large.text(28);
    directory.entries = large.number(8);
    large.number(8);
    directory.place = large.number(8);
    return directory;
}

/// What lies between the local header and the data has its own lengths there.
std::string_view dataOf(std::string_view file, std::uint64_t header, std::uint64_t size)
{
    Bytes local(file, header, record::messagePattern("local header"));
    local.expect(kLocalHeader);
    local.text(22);
    const std::uint64_t name = local.number(2), extra = local.number(2);
    local.text(name + extra);
    return local.text(size);
}

/// Of sizes and places that do not fit into 32 bits, those of the zip64 field.
void takeLargeNumbers(std::string_view extra, const std::vector<std::uint64_t *> &numbers)
{
    constexpr std::uint64_t kZip64 = 1;
    for (Bytes fields(extra, 0, record::messagePattern("an extra field")); fields.place() < extra.size();) {
        const std::uint64_t id = fields.number(2);
        const std::string_view field = fields.text(fields.number(2));
        if (id != kZip64)
            continue;
        Bytes values(field, 0, record::messagePattern("the zip64 field"));
        for (std::uint64_t *number : numbers)
            if (*number == kElsewhere)
                *number = values.number(8);
    }
}

using Sink = std::function<void(std::string_view)>;

void inflateInto(const ZipArchive::Entry &entry, const Sink &sink)
{
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
        throw std::runtime_error(record::message("zlib cannot start"));
    const std::unique_ptr<z_stream, int (*)(z_stream *)> end(&stream, inflateEnd);
    std::array<char, 1 << 16> buffer;
    std::string_view left = entry.stored;
    int state = Z_OK;
    do {
        if (stream.avail_in == 0) {
            const std::size_t next = std::min<std::size_t>(left.size(), 1 << 30);
            stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(left.data())); // zlib does not write there
            stream.avail_in = static_cast<uInt>(next);
            left.remove_prefix(next);
        }
        stream.next_out = reinterpret_cast<Bytef *>(buffer.data());
        stream.avail_out = buffer.size();
        state = inflate(&stream, Z_NO_FLUSH);
        sink({buffer.data(), buffer.size() - stream.avail_out});
    } while (state == Z_OK);
    if (state != Z_STREAM_END)
        damaged(record::message("%1 cannot be decompressed", entry.name));
}

/// Hands what is in the entry to \p sink, piece by piece, and checks it.
void readInto(const ZipArchive::Entry &entry, const Sink &sink)
{
    std::uint64_t size = 0;
    uLong crc = crc32(0, nullptr, 0);
    const auto take = [&](std::string_view piece) {
        size += piece.size();
        if (size > entry.size)
            damaged(record::message("%1 is longer than the %2 bytes that its header says", entry.name, entry.size));
        crc = crc32_z(crc, reinterpret_cast<const Bytef *>(piece.data()), piece.size());
        sink(piece);
    };
    entry.deflated ? inflateInto(entry, take) : take(entry.stored);
    if (size != entry.size || crc != entry.crc)
        damaged(record::message("%1 is not what its checksum says", entry.name));
}

} // namespace

bool ZipArchive::isZip(std::string_view bytes)
{
    return bytes.starts_with(kLocalHeader) || bytes.starts_with(kEnd);
}

ZipArchive::ZipArchive(std::string_view bytes)
{
    constexpr std::uint64_t kStored = 0, kDeflated = 8, kEncrypted = 1;
    const Directory directory = directoryOf(bytes);
    Bytes central(bytes, directory.place, record::messagePattern("entry of the directory"));
    std::uint64_t storedInAll = 0;
    for (std::uint64_t i = 0; i < directory.entries; ++i) {
        central.expect(kCentralHeader);
        central.text(4);
        const std::uint64_t flags = central.number(2), method = central.number(2);
        central.text(4);
        Entry entry;
        entry.crc = static_cast<std::uint32_t>(central.number(4));
        std::uint64_t stored = central.number(4);
        entry.size = central.number(4);
        const std::uint64_t name = central.number(2), extra = central.number(2), comment = central.number(2);
        central.text(8);
        std::uint64_t header = central.number(4);
        entry.name = central.text(name);
        takeLargeNumbers(central.text(extra), {&entry.size, &stored, &header});
        central.text(comment);
        if ((method != kStored && method != kDeflated) || (flags & kEncrypted))
            damaged(record::message("%1 is encrypted, or compressed in a way that PyTorch does not use", entry.name));
        entry.deflated = method == kDeflated;
        entry.stored = dataOf(bytes, header, stored);
        storedInAll += stored;
        if (storedInAll > bytes.size())
            damaged(record::message("its entries lie over each other"));
        m_entries.push_back(std::move(entry));
    }
}

const ZipArchive::Entry *ZipArchive::find(std::string_view ending) const
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry &entry) {
        return entry.name.size() > ending.size() && entry.name.ends_with(ending)
            && entry.name[entry.name.size() - ending.size() - 1] == '/';
    });
    return found == m_entries.end() ? nullptr : &*found;
}

std::string ZipArchive::read(const Entry &entry, std::uint64_t most) const
{
    if (entry.size > most)
        damaged(record::message("%1 has %2 bytes, expected at most %3", entry.name, entry.size, most));
    std::string whole;
    readInto(entry, [&](std::string_view piece) { whole += piece; });
    return whole;
}

void ZipArchive::verify() const
{
    for (const Entry &entry : m_entries)
        readInto(entry, [](std::string_view) {});
}

} // namespace lensboard::model
