#pragma once

#include <filesystem>

namespace lensboard::store {

/// A private folder in the system's temporary folder, removed by the destructor. A killed process leaves its folder behind; the next
/// TemporaryFolder of the same user removes it.
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
    int m_lock = -1; ///< locked while the process lives
};

} // namespace lensboard::store
