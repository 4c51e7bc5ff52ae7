#pragma once

#include "core/record/message.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace lensboard::bytes {
class GzipStream;
}

namespace lensboard::imports {

class TextDecoder;

/// A file that another process may append to. Each read continues at the end of the previous one. Unpacks gzip; converts text
/// to UTF-8 with line feeds.
///
/// Each read compares the file's first and last kFingerprintBytes of already read data with the file. This detects a file that its writer
/// has rewritten in place, even if the file is longer than before.
///
/// Usage: while (file.readMore()) { parse the complete records of file.pending(); file.take(theirLength); }
class GrowingFile
{
public:
    enum class Content { Bytes, Text, Terminal }; ///< Terminal: text with its carriage returns

    explicit GrowingFile(std::filesystem::path path, Content content = Content::Bytes);
    ~GrowingFile();

    const std::filesystem::path &path() const { return m_path; }

    /// Reads the next block. Returns false if there are no new data.
    /// Errors: ImportError if the file cannot be read or does not exist; SourceReplaced if it is a different file, or the
    /// data already read have changed.
    bool readMore();
    /// Returns data read but not yet taken. Valid until the next call of a non-const function.
    std::string_view pending() const { return std::string_view(m_buffer).substr(m_taken); }
    /// Removes the first \p count bytes from pending().
    void take(std::size_t count);
    /// Skips all data in the file so far; for a gzip file, also all later data.
    void skip();

    /// Returns the position of the first pending byte in the unpacked data.
    std::uint64_t position() const { return m_position; }
    /// Returns the size of the unpacked data, as far as it is known.
    std::uint64_t size() const;

    /// Size on disk at the last check, and the number of bytes read. Units: bytes.
    std::uint64_t fileSize() const { return m_fileSize; }
    std::uint64_t fileRead() const { return m_fileRead; }
    /// Returns the reason why the next data cannot be unpacked; empty if there is no damage.
    record::Message damage() const;
    /// Returns the number of bytes in the file after the start of the damage.
    std::uint64_t lost() const;
    /// Returns true if the file is packed by gzip.
    bool isPacked() const { return m_gzip != nullptr; }
    /// Returns true if the data read so far end inside gzip data.
    bool isCut() const;

private:
    static constexpr std::size_t kFingerprintBytes = 256; ///< at each end; small, because a folder may have a thousand files

    std::string readAt(int file, std::uint64_t position, std::uint64_t size) const;
    std::string readBlock(int file);
    void requireUnchanged(int file) const;
    void remember(std::string_view block);
    bool unpackMore();
    bool append(std::string_view bytes);

    std::filesystem::path m_path;
    std::uint64_t m_device = 0;
    std::uint64_t m_inode = 0; ///< 0: never opened
    std::uint64_t m_fileSize = 0;
    std::uint64_t m_fileRead = 0;
    std::string m_head; ///< the file's first bytes
    std::string m_tail; ///< the last bytes before m_fileRead; empty after skip()
    std::uint64_t m_position = 0;
    std::string m_buffer;
    std::size_t m_taken = 0; ///< bytes of the buffer that are already taken
    bool m_isSkipped = false;
    std::unique_ptr<bytes::GzipStream> m_gzip; ///< set for a gzip file
    std::unique_ptr<TextDecoder> m_decoder; ///< set for text
};

} // namespace lensboard::imports
