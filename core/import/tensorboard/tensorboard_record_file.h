#pragma once

#include "core/import/growing_file.h"
#include "core/record/message.h"

#include <optional>
#include <string>

namespace lensboard::imports {

/// Reads the records of a TFRecord file that may still grow.
///
/// Usage: while (file.readMore()) while (const auto record = file.next()) ...
class TensorboardRecordFile
{
public:
    explicit TensorboardRecordFile(std::filesystem::path path) : m_file(std::move(path)) {}

    const std::filesystem::path &path() const { return m_file.path(); }

    /// Reads a block. Returns false if there are no new data, or they are damaged.
    /// Errors: ImportError, SourceReplaced.
    bool readMore();
    /// Returns the next complete record; valid until the next call of a non-const function.
    std::optional<std::string_view> next();

    /// Returns the position of the last returned record, or of the first one that could not be returned.
    std::uint64_t position() const { return m_file.position(); }
    /// Returns the position of the last returned record's data on disk; nullopt in a packed file.
    std::optional<std::uint64_t> dataPosition() const;
    /// Returns the number of bytes read from disk.
    std::uint64_t end() const { return m_file.fileRead(); }
    /// Returns the number of bytes at the end that are not a complete record.
    std::uint64_t unfinished() const { return m_file.pending().size(); }
    /// Returns true if the data read so far end inside gzip data.
    bool isCut() const { return m_file.isCut(); }
    /// Position and reason of damage. No record after it can be read.
    struct Damage
    {
        std::uint64_t position = 0;
        std::uint64_t lost = 0; ///< in bytes, at the time of detection
        record::Message cause;
    };
    const std::optional<Damage> &damage() const { return m_damage; }

private:
    void giveUp(const record::Message &cause);

    GrowingFile m_file;
    std::size_t m_returned = 0; ///< size of the last returned record; it is still pending
    std::optional<Damage> m_damage;
};

} // namespace lensboard::imports
