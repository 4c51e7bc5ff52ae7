#pragma once

#include "core/record/error.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace lensboard::bytes {

/// Names a file that cannot be written, and the reason.
class WriteError : public record::Error
{
public:
    WriteError(const std::filesystem::path &path, const record::Message &what)
        : record::Error(path.string() + ": " + what)
    {}
};

/// A file that gets its name only when complete: written as NAME.part, and deleted unless committed.
/// Writes directly to a target that is no regular file, such as /dev/stdout.
/// Errors: WriteError.
class PartFile
{
public:
    /// An existing file at \p path is replaced by commit().
    explicit PartFile(const std::filesystem::path &path);
    ~PartFile();
    PartFile(const PartFile &) = delete;
    PartFile &operator=(const PartFile &) = delete;

    const std::filesystem::path &path() const { return m_path; }
    void write(std::string_view bytes);
    /// Writes the rest. No write() is allowed after it.
    void close();
    /// Renames it to its final path.
    void commit();

private:
    void writeOut();
    [[noreturn]] void fail(const char *what, int error) const;

    std::filesystem::path m_path;
    std::filesystem::path m_target; ///< target of m_path if it is a link
    std::filesystem::path m_part;   ///< empty once committed
    int m_descriptor = -1;
    std::string m_unwritten;
};

/// Writes \p bytes to a file, replacing it.
void writeWhole(const std::filesystem::path &path, std::string_view bytes);

} // namespace lensboard::bytes
