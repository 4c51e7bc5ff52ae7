#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace lensboard::remote {

class Outbox;

/// Where a server may read: a folder and what is below it, or a single run.
class ServedFolder
{
public:
    /// Errors: std::runtime_error naming \p root if it is not there.
    explicit ServedFolder(const std::filesystem::path &root);

    const std::filesystem::path &root() const { return m_root; }
    /// What \p path means, from there. Empty: that itself.
    /// Errors: std::runtime_error if it leads out of it, also by links.
    std::filesystem::path resolve(const std::string &path) const;
    /// The other way round.
    std::filesystem::path relative(const std::filesystem::path &path) const;

private:
    std::filesystem::path m_root; ///< canonical
};

} // namespace lensboard::remote
