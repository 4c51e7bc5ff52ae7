#include "core/dataset/idx_file.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>

namespace lensboard::dataset {

namespace {

constexpr std::size_t kLargest = std::size_t{4} << 30; ///< bytes of values; no data set in this format is larger
constexpr unsigned kPiece = 1 << 20;

/// A file read through zlib, which passes plain files as they are.
class GzipReader
{
public:
    explicit GzipReader(const std::filesystem::path &path)
        : m_path(path), m_file(gzopen(path.c_str(), "rb"), gzclose)
    {
        if (!m_file)
            throw DatasetError(path.string() + ": cannot be opened: " + std::strerror(errno));
        gzbuffer(m_file.get(), 1 << 18);
    }

    [[noreturn]] void fail(const std::string &what) const
    {
        throw DatasetError(m_path.string() + ": byte " + std::to_string(m_position) + ": " + what);
    }

    void read(std::uint8_t *to, unsigned size, const std::string &expected)
    {
        const int got = gzread(m_file.get(), to, size);
        m_position += static_cast<std::size_t>(std::max(got, 0));
        if (got == static_cast<int>(size))
            return;
        int code = Z_OK;
        const std::string message = errorText(code);
        if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
            fail("the gzip data from here on are damaged (" + message + "); get the file anew");
        fail("the file ends, expected " + expected + "; get the file anew");
    }

    /// Errors: DatasetError if what ends the gzip data, their checksum, is missing or wrong.
    bool atEnd()
    {
        std::uint8_t byte = 0;
        if (gzread(m_file.get(), &byte, 1) > 0)
            return false;
        int code = Z_OK;
        const std::string message = errorText(code);
        if (code != Z_OK && code != Z_STREAM_END)
            fail("the gzip data are cut short or damaged (" + message + "); get the file anew");
        return true;
    }

private:
    /// What zlib says, without the path that it puts before.
    std::string errorText(int &code) const
    {
        const std::string text = gzerror(m_file.get(), &code);
        const std::string prefix = m_path.string() + ": ";
        return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
    }

    std::filesystem::path m_path;
    std::unique_ptr<gzFile_s, int (*)(gzFile)> m_file;
    std::size_t m_position = 0; ///< in the unpacked file
};

} // namespace

IdxFile readIdx(const std::filesystem::path &path, const std::function<void()> &alive)
{
    constexpr std::uint8_t kUnsignedByte = 0x08;
    GzipReader file(path);
    std::array<std::uint8_t, 4> header{};
    file.read(header.data(), 4, "the four bytes that begin an IDX file");
    if (header[0] || header[1])
        file.fail("this is no IDX file, which begins with two zero bytes");
    if (header[2] != kUnsignedByte)
        file.fail("values of type " + std::to_string(header[2]) + ", expected 8 (unsigned bytes)");
    if (header[3] < 1 || header[3] > 4)
        file.fail(std::to_string(header[3]) + " dimensions, expected 1 to 4");
    IdxFile idx;
    std::size_t total = 1;
    for (int i = 0; i < header[3]; ++i) {
        std::array<std::uint8_t, 4> bytes{};
        file.read(bytes.data(), 4, "the size of dimension " + std::to_string(i + 1));
        const std::size_t size = std::size_t{bytes[0]} << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
        if (size == 0 || size > kLargest / total)
            file.fail("dimension " + std::to_string(i + 1) + " of size " + std::to_string(size)
                      + ", expected a positive one with at most 4 GiB of values in all");
        idx.shape.push_back(static_cast<std::int64_t>(size));
        total *= size;
    }
    while (idx.values.size() < total) { // the size is believed only as far as bytes come
        alive();
        const auto piece = static_cast<unsigned>(std::min<std::size_t>(kPiece, total - idx.values.size()));
        const std::size_t at = idx.values.size();
        idx.values.resize(at + piece);
        file.read(idx.values.data() + at, piece, std::to_string(total) + " values");
    }
    if (!file.atEnd())
        file.fail("there is more than the " + std::to_string(total) + " values that the header tells");
    return idx;
}

} // namespace lensboard::dataset
