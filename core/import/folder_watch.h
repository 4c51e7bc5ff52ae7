#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace lensboard::imports {

/// Reports changes of entries of folders, by inotify.
/// Thread: one at a time.
class FolderWatch
{
public:
    FolderWatch();
    ~FolderWatch();
    FolderWatch(const FolderWatch &) = delete;
    FolderWatch &operator=(const FolderWatch &) = delete;

    /// Returns false if \p folder cannot be watched: the system's limits are reached, or its file system may be written to by other
    /// machines, whose changes inotify does not report.
    bool add(const std::string &folder);
    void remove(const std::string &folder);

    struct Changes
    {
        /// Folders, and names in them that were created, written to, removed or renamed. An empty name: the folder itself.
        std::set<std::pair<std::string, std::string>> entries = {};
        bool areLost = false; ///< there were more than the system keeps
    };
    /// Returns the changes since the last call.
    Changes take();

private:
    int m_descriptor;
    std::map<int, std::string> m_folders; ///< by watch
    std::map<std::string, int> m_watches;
};

} // namespace lensboard::imports
