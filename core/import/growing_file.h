#pragma once

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

/// A file to which another process may still be appending, read on from where the last read stopped. One that is gzip'd is
/// unpacked, and text becomes UTF-8 with line feeds.
///
/// Usage: while (file.readMore()) { parse what is complete of file.pending(); file.take(itsLength); }
class GrowingFile
{
public:
    enum class Content { Bytes, Text };

    explicit GrowingFile(std::filesystem::path path, Content content = Content::Bytes);
    ~GrowingFile();

    const std::filesystem::path &path() const { return m_path; }

    /// Reads a block of what follows; false if nothing does by now.
    /// Errors: ImportError if the file cannot be read, or is gone; SourceReplaced if it is shorter than what was
    /// read of it, or another file.
    bool readMore();
    /// What was read and not yet taken. Valid until the next call of a member that is not const.
    std::string_view pending() const { return std::string_view(m_buffer).substr(m_taken); }
    /// The first \p count pending bytes are dealt with.
    void take(std::size_t count);
    /// What the file holds by now is not wanted; of a packed one, nor what follows.
    void skip();

    /// Of the first pending byte, from the start of what the file holds.
    std::uint64_t position() const { return m_position; }
    /// How much the file holds, as far as that is known.
    std::uint64_t size() const;

    /// Units: bytes; on disk, when it was last checked, and how many of them were read.
    std::uint64_t fileSize() const { return m_fileSize; }
    std::uint64_t fileRead() const { return m_fileRead; }
    /// Why what follows cannot be unpacked; empty if it can.
    std::string damage() const;
    /// Bytes of the file from the damage on.
    std::uint64_t lost() const;
    /// Whether what was read ends within gzip data.
    bool isCut() const;

private:
    std::string readBlock(int file);
    bool unpackMore();
    bool append(std::string_view bytes);

    std::filesystem::path m_path;
    std::uint64_t m_device = 0;
    std::uint64_t m_inode = 0; ///< 0: never opened
    std::uint64_t m_fileSize = 0;
    std::uint64_t m_fileRead = 0;
    std::uint64_t m_position = 0;
    std::string m_buffer;
    std::size_t m_taken = 0; ///< bytes of the buffer
    bool m_isSkipped = false;
    std::unique_ptr<bytes::GzipStream> m_gzip; ///< of a packed file
    std::unique_ptr<TextDecoder> m_decoder; ///< of text
};

} // namespace lensboard::imports
