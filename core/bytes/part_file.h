#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

/// Runs as files that other tools read. (Not called after its folder, since "export" means something to C++.)
namespace lensboard::bytes {

/// What cannot be written: which file, and why.
class WriteError : public std::runtime_error
{
public:
    WriteError(const std::filesystem::path &path, const std::string &what)
        : std::runtime_error(path.string() + ": " + what)
    {}
};

/// A file that has its name only once it is whole: until then it is NAME.part, and goes away if it is not committed.
/// What is no file, as /dev/stdout, is written to at once.
/// Errors: WriteError.
class PartFile
{
public:
    /// In the place of a file that is there already, in the end.
    explicit PartFile(const std::filesystem::path &path);
    ~PartFile();
    PartFile(const PartFile &) = delete;
    PartFile &operator=(const PartFile &) = delete;

    const std::filesystem::path &path() const { return m_path; }
    void write(std::string_view bytes);
    /// Writes the rest; nothing more can be written.
    void close();
    /// Renames it to its final path.
    void commit();

private:
    void writeOut();
    [[noreturn]] void fail(const char *what, int error) const;

    std::filesystem::path m_path;
    std::filesystem::path m_target; ///< what m_path leads to, if it is a link
    std::filesystem::path m_part;   ///< empty once committed
    int m_descriptor = -1;
    std::string m_unwritten;
};

/// Writes \p bytes into a file of their own.
void writeWhole(const std::filesystem::path &path, std::string_view bytes);

} // namespace lensboard::bytes
