#include "core/dataset/zip_file.h"

#include "core/dataset/data_file.h"
#include "core/record/message.h"
#include "core/record/valid_utf8.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace lensboard::dataset {

namespace fs = std::filesystem;

namespace {

constexpr std::uint32_t kLocalHeader = 0x04034b50, kDirectoryEntry = 0x02014b50, kDirectoryEnd = 0x06054b50,
                        kDirectoryEnd64 = 0x06064b50, kLocator64 = 0x07064b50;

template <typename Number>
Number numberAt(const std::string &bytes, std::size_t at)
{
    Number number = 0;
    for (std::size_t i = 0; i < sizeof(Number); ++i)
        number |= static_cast<Number>(static_cast<Number>(static_cast<unsigned char>(bytes.at(at + i))) << (8 * i));
    return number;
}

[[noreturn]] void failAt(const fs::path &path, std::uint64_t byte, const std::string &what)
{
    throw DatasetError(record::message("%1: byte %2: %3", path.string(), byte, what));
}

std::string readAt(const fs::path &path, std::ifstream &file, std::uint64_t from, std::size_t size)
{
    std::string bytes(size, '\0');
    file.seekg(static_cast<std::streamoff>(from));
    if (!file.read(bytes.data(), static_cast<std::streamsize>(size)))
        failAt(path, from, record::message("cannot be read on, expected %1 bytes", size));
    return bytes;
}

/// What one member holds, unpacked.
class ZipMember final : public ByteSource
{
public:
    struct Place
    {
        std::uint64_t start = 0;
        std::uint64_t packed = 0;
        std::uint64_t size = 0;
        std::uint32_t checksum = 0;
        bool deflated = false;
    };

    ZipMember(const fs::path &path, const std::string &name, const Place &place)
        : ByteSource(path.string() + ", " + record::clipped(name, 200)), m_file(path, std::ios::binary), m_place(place),
          m_left(place.packed)
    {
        m_file.seekg(static_cast<std::streamoff>(place.start));
        if (!m_file)
            fail(record::message("cannot be read"));
        if (place.deflated && inflateInit2(&m_stream, -MAX_WBITS) != Z_OK)
            throw std::bad_alloc();
    }

    ~ZipMember() override
    {
        if (m_place.deflated)
            inflateEnd(&m_stream);
    }

    ZipMember(const ZipMember &) = delete;
    ZipMember &operator=(const ZipMember &) = delete;

    std::size_t most() const override { return m_place.size - m_given; }
    double share() const override
    {
        return m_place.packed ? 1 - static_cast<double>(m_left) / static_cast<double>(m_place.packed) : 1;
    }

protected:
    std::size_t take(std::uint8_t *to, std::size_t size) override
    {
        constexpr std::size_t kPiece = 1 << 20;
        const std::size_t got = m_place.deflated ? inflated(to, std::min(size, kPiece)) : stored(to, std::min(size, kPiece));
        m_checksum = static_cast<std::uint32_t>(crc32(m_checksum, to, static_cast<uInt>(got)));
        m_given += got;
        if (m_given > m_place.size)
            fail(record::message("there is more than the %1 bytes that the archive tells", m_place.size));
        return got;
    }

    void checkEnd() override
    {
        if (m_given != m_place.size)
            fail(record::message("the data end, expected %1 bytes in all; get the file anew", m_place.size));
        if (m_checksum != m_place.checksum)
            fail(record::message("the data are damaged (wrong checksum); get the file anew"));
    }

private:
    std::size_t stored(std::uint8_t *to, std::size_t size)
    {
        const std::size_t piece = std::min<std::uint64_t>(size, m_left);
        if (!m_file.read(reinterpret_cast<char *>(to), static_cast<std::streamsize>(piece)))
            fail(record::message("cannot be read on"));
        m_left -= piece;
        return piece;
    }

    std::size_t inflated(std::uint8_t *to, std::size_t size)
    {
        m_stream.next_out = to;
        m_stream.avail_out = static_cast<uInt>(size);
        while (m_stream.avail_out == size && !m_ended) {
            if (m_stream.avail_in == 0) {
                m_stream.avail_in = static_cast<uInt>(stored(m_packed.data(), m_packed.size()));
                m_stream.next_in = m_packed.data();
                if (m_stream.avail_in == 0)
                    return 0; // cut: whoever reads misses the rest
            }
            const int code = inflate(&m_stream, Z_NO_FLUSH);
            m_ended = code == Z_STREAM_END;
            if (code != Z_OK && !m_ended)
                fail(record::message("the deflated data from here on are damaged (%1); get the file anew",
                                     m_stream.msg ? std::string(m_stream.msg) : record::message("no text")));
        }
        return size - m_stream.avail_out;
    }

    std::ifstream m_file;
    Place m_place;
    std::uint64_t m_left; ///< packed bytes that are not read yet
    std::uint64_t m_given = 0;
    std::uint32_t m_checksum = 0;
    z_stream m_stream{};
    bool m_ended = false;
    std::array<std::uint8_t, 1 << 16> m_packed{};
};

} // namespace

ZipFile::ZipFile(const fs::path &path, const std::string &expected, const std::string &key) : m_path(path)
{
    constexpr std::uint64_t kEnd = 22, kLongestComment = 65535, kLargestDirectory = 16u << 20;
    m_size = dataFileSize(path, expected, key);
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw DatasetError(record::message("%1: cannot be opened: %2", path.string(), std::strerror(errno)));
    const std::uint64_t tailSize = std::min(m_size, kEnd + kLongestComment), tailAt = m_size - tailSize;
    const std::string tail = readAt(path, file, tailAt, tailSize);
    const std::size_t end = tail.rfind(std::string("PK\x05\x06", 4));
    if (end == tail.npos || tail.size() - end < kEnd)
        throw DatasetError(record::message("%1: has no ZIP directory at its end, expected %2; it is something else, or cut "
                                           "short",
                                           path.string(), expected));
    std::uint64_t size = numberAt<std::uint32_t>(tail, end + 12), from = numberAt<std::uint32_t>(tail, end + 16);
    if (from == 0xffffffff || size == 0xffffffff) {
        const std::uint64_t locatorAt = tailAt + end - 20;
        if (tailAt + end < 20 || numberAt<std::uint32_t>(readAt(path, file, locatorAt, 20), 0) != kLocator64)
            failAt(path, tailAt + end, record::message("the ZIP64 directory is missing; get the file anew"));
        const auto end64 = numberAt<std::uint64_t>(readAt(path, file, locatorAt, 20), 8);
        if (end64 > m_size || m_size - end64 < 56)
            failAt(path, locatorAt, record::message("the ZIP64 directory stands beyond the end; get the file anew"));
        const std::string record = readAt(path, file, end64, 56);
        if (numberAt<std::uint32_t>(record, 0) != kDirectoryEnd64)
            failAt(path, end64, record::message("the ZIP64 directory is missing; get the file anew"));
        size = numberAt<std::uint64_t>(record, 40);
        from = numberAt<std::uint64_t>(record, 48);
    }
    static_assert(kDirectoryEnd == 0x06054b50);
    if (from > m_size || size > m_size - from || size > kLargestDirectory)
        failAt(path, tailAt + end, record::message("the ZIP directory of %1 bytes at %2 does not fit the file; get it anew",
                                                   size, from));
    readDirectory(readAt(path, file, from, size));
}

void ZipFile::readDirectory(const std::string &directory)
{
    constexpr std::size_t kEntry = 46;
    const auto fail = [&](std::size_t at) {
        throw DatasetError(record::message("%1: byte %2 of its ZIP directory: no entry, expected one; get the file anew",
                                           m_path.string(), at));
    };
    for (std::size_t at = 0; at < directory.size();) {
        if (directory.size() - at < kEntry || numberAt<std::uint32_t>(directory, at) != kDirectoryEntry)
            fail(at);
        Member member{numberAt<std::uint16_t>(directory, at + 8),  numberAt<std::uint16_t>(directory, at + 10),
                      numberAt<std::uint32_t>(directory, at + 16), numberAt<std::uint32_t>(directory, at + 20),
                      numberAt<std::uint32_t>(directory, at + 24), numberAt<std::uint32_t>(directory, at + 42)};
        const std::size_t nameSize = numberAt<std::uint16_t>(directory, at + 28);
        const std::size_t extraSize = numberAt<std::uint16_t>(directory, at + 30);
        const std::size_t next = at + kEntry + nameSize + extraSize + numberAt<std::uint16_t>(directory, at + 32);
        if (next > directory.size())
            fail(at);
        for (std::size_t extra = at + kEntry + nameSize, end = extra + extraSize; extra + 4 <= end;) {
            const std::size_t last = std::min(end, extra + 4 + numberAt<std::uint16_t>(directory, extra + 2));
            if (numberAt<std::uint16_t>(directory, extra) == 1) { // ZIP64: those that were too large, in this order
                std::size_t value = extra + 4;
                for (std::uint64_t *field : {&member.size, &member.packed, &member.header})
                    if (*field == 0xffffffff && value + 8 <= last) {
                        *field = numberAt<std::uint64_t>(directory, value);
                        value += 8;
                    }
            }
            extra = last;
        }
        m_members[directory.substr(at + kEntry, nameSize)] = member;
        at = next;
    }
}

std::string ZipFile::names() const
{
    std::string text;
    for (const auto &[name, member] : m_members)
        text += (text.empty() ? "" : ", ") + name;
    return record::clipped(text, 500);
}

std::unique_ptr<ByteSource> ZipFile::open(const std::string &name) const
{
    constexpr std::uint64_t kHeader = 30, kMostDeflated = 1032;
    constexpr std::uint16_t kEncrypted = 1, kStored = 0, kDeflated = 8;
    const Member &member = m_members.at(name);
    const auto fail = [&](const std::string &what) {
        failAt(m_path, member.header, record::message("%1: %2", record::clipped(name, 200), what));
    };
    if (member.flags & kEncrypted)
        fail(record::message("is encrypted, expected plain data"));
    if (member.method != kStored && member.method != kDeflated)
        fail(record::message("is packed by method %1, expected 0 (stored) or 8 (deflated)", member.method));
    if (member.header > m_size || m_size - member.header < kHeader)
        fail(record::message("stands beyond the end; get the file anew"));
    std::ifstream file(m_path, std::ios::binary);
    const std::string header = readAt(m_path, file, member.header, kHeader);
    if (numberAt<std::uint32_t>(header, 0) != kLocalHeader)
        fail(record::message("has no header there; get the file anew"));
    const std::uint64_t start = member.header + kHeader + numberAt<std::uint16_t>(header, 26) + numberAt<std::uint16_t>(header, 28);
    if (start > m_size || member.packed > m_size - start)
        fail(record::message("has %1 packed bytes, which the file does not; get it anew", member.packed));
    const bool deflated = member.method == kDeflated;
    if (deflated ? member.size / kMostDeflated > member.packed : member.size != member.packed)
        fail(record::message("is said to become %1 bytes, which %2 packed ones cannot; get the file anew",
                             member.size, member.packed));
    return std::make_unique<ZipMember>(m_path, name,
                                       ZipMember::Place{start, member.packed, member.size, member.checksum, deflated});
}

} // namespace lensboard::dataset
