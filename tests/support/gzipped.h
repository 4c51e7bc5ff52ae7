#pragma once

#include <zlib.h>

#include <stdexcept>
#include <string>
#include <string_view>

namespace lensboard::test {

/// Writes gzip data that can be unpacked up to the end of each piece.
class GzipWriter
{
public:
    GzipWriter()
    {
        constexpr int kGzip = 16 + MAX_WBITS, kMemory = 8;
        if (deflateInit2(&m_stream, Z_BEST_SPEED, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
            throw std::runtime_error("zlib cannot begin");
    }
    ~GzipWriter() { deflateEnd(&m_stream); }
    GzipWriter(const GzipWriter &) = delete;
    GzipWriter &operator=(const GzipWriter &) = delete;

    /// Returns the bytes to append to the file.
    std::string write(std::string_view piece) { return packed(piece, Z_SYNC_FLUSH); }
    std::string end() { return packed({}, Z_FINISH); }

private:
    std::string packed(std::string_view piece, int flush)
    {
        std::string text(piece), out;
        m_stream.next_in = reinterpret_cast<Bytef *>(text.data());
        m_stream.avail_in = static_cast<uInt>(text.size());
        do {
            char bytes[4096];
            m_stream.next_out = reinterpret_cast<Bytef *>(bytes);
            m_stream.avail_out = sizeof bytes;
            deflate(&m_stream, flush);
            out.append(bytes, sizeof bytes - m_stream.avail_out);
        } while (m_stream.avail_out == 0);
        return out;
    }

    z_stream m_stream{};
};

inline std::string gzipped(std::string_view bytes)
{
    GzipWriter writer;
    const std::string begun = writer.write(bytes);
    return begun + writer.end();
}

} // namespace lensboard::test
