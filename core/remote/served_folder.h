#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace lensboard::remote {

/// The readable area of a server: a folder with its contents, or a single run.
class ServedFolder
{
public:
    /// Errors: std::runtime_error naming \p root if it does not exist.
    explicit ServedFolder(const std::filesystem::path &root);

    const std::filesystem::path &root() const { return m_root; }
    /// Returns the absolute path for \p path, relative to the root; the root if empty.
    /// Errors: std::runtime_error if it leads outside the root, also through links.
    std::filesystem::path resolve(const std::string &path) const;
    /// Returns \p path relative to the root.
    std::filesystem::path relative(const std::filesystem::path &path) const;

private:
    std::filesystem::path m_root; ///< canonical
};

} // namespace lensboard::remote
