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

/// A file that another process may still append to. Each read continues where the last one stopped. Unpacks gzip; turns text into UTF-8
/// with line feeds.
///
/// Each read compares the first and the last kFingerprintBytes that were read with the file. So a file that its writer rewrites in
/// place, longer than before, is not read on in the middle of other content.
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
    /// Errors: ImportError if the file cannot be read, or is gone; SourceReplaced if it is another file, or no longer
    /// begins with the bytes that were read of it.
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
    static constexpr std::size_t kFingerprintBytes = 256; ///< at each end: a folder may have a thousand files

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
    std::size_t m_taken = 0; ///< bytes of the buffer
    bool m_isSkipped = false;
    std::unique_ptr<bytes::GzipStream> m_gzip; ///< of a packed file
    std::unique_ptr<TextDecoder> m_decoder; ///< of text
};

} // namespace lensboard::imports
