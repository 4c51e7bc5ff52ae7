#pragma once

#include "core/import/growing_file.h"

#include <optional>
#include <string>

namespace lensboard::imports {

/// The records of a TFRecord file that may still grow.
///
/// Usage: while (file.readMore()) while (const auto record = file.next()) ...
class TensorboardRecordFile
{
public:
    explicit TensorboardRecordFile(std::filesystem::path path) : m_file(std::move(path)) {}

    const std::filesystem::path &path() const { return m_file.path(); }

    /// Reads a block; false if nothing follows by now, or nothing that can be read.
    /// Errors: ImportError, SourceReplaced.
    bool readMore();
    /// The next record that is complete; valid until the next call of a member that is not const.
    std::optional<std::string_view> next();

    /// Where the record that was last returned begins, or the first that was not.
    std::uint64_t position() const { return m_file.position(); }
    /// Of what was read, from the start of the file as it is on disk.
    std::uint64_t end() const { return m_file.fileRead(); }
    /// Bytes at the end of what was read that are no complete record.
    std::uint64_t unfinished() const { return m_file.pending().size(); }
    /// Whether what was read ends within gzip data.
    bool isCut() const { return m_file.isCut(); }
    /// From where on nothing can be read any more, and why; nothing if all is well.
    struct Damage
    {
        std::uint64_t position = 0;
        std::uint64_t lost = 0; ///< bytes, when it was found
        std::string cause;
    };
    const std::optional<Damage> &damage() const { return m_damage; }

private:
    void giveUp(const std::string &cause);

    GrowingFile m_file;
    std::size_t m_returned = 0; ///< bytes of the record that was last returned, which is still pending
    std::optional<Damage> m_damage;
};

} // namespace lensboard::imports
