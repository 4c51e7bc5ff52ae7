#pragma once

#include <filesystem>

namespace lensboard::store {

/// A folder of its own in the temporary one, removed with this object. A killed process leaves its folder behind: the next folder that
/// this user makes removes it.
class TemporaryFolder
{
public:
    /// Errors: std::runtime_error if the folder cannot be made.
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder &) = delete;
    TemporaryFolder &operator=(const TemporaryFolder &) = delete;

    const std::filesystem::path &path() const { return m_path; }

private:
    std::filesystem::path m_path;
    int m_lock = -1; ///< held while the process lives
};

} // namespace lensboard::store
