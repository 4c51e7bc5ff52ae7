#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace lensboard::imports {

/// A file to which somebody may still be appending, read from where the last look at it stopped.
///
/// Usage: while (file.readMore()) { parse what is complete of file.pending(); file.take(itsLength); }
class GrowingFile
{
public:
    explicit GrowingFile(std::filesystem::path path);

    const std::filesystem::path &path() const { return m_path; }

    /// Reads a block of what follows; false if nothing does by now.
    /// Errors: ImportError if the file cannot be read, or is gone; SourceReplaced if it is shorter than what was
    /// read of it, or another file.
    bool readMore();
    /// What was read and not yet taken. Valid until the next call of a member that is not const.
    std::string_view pending() const { return std::string_view(m_buffer).substr(m_taken); }
    /// The first \p count pending bytes are dealt with.
    void take(std::size_t count);
    /// What the file holds by now is not wanted.
    void skip();

    /// Of the first pending byte, from the start of the file.
    std::uint64_t position() const { return m_position; }
    std::uint64_t size() const { return m_size; } ///< of the file, when it was last looked at

private:
    std::filesystem::path m_path;
    std::uint64_t m_device = 0;
    std::uint64_t m_inode = 0; ///< 0: never opened
    std::uint64_t m_position = 0;
    std::uint64_t m_size = 0;
    std::string m_buffer;
    std::size_t m_taken = 0; ///< bytes of the buffer
};

} // namespace lensboard::imports
