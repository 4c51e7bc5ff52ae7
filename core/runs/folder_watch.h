#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace lensboard::runs {

/// Reports changes of entries in folders, using inotify.
/// Thread: one at a time.
class FolderWatch
{
public:
    FolderWatch();
    ~FolderWatch();
    FolderWatch(const FolderWatch &) = delete;
    FolderWatch &operator=(const FolderWatch &) = delete;

    /// Returns false if \p folder cannot be watched: a system limit is reached, or other machines may write to its file
    /// system (inotify does not report their changes).
    bool add(const std::string &folder);
    void remove(const std::string &folder);

    struct Changes
    {
        /// Folders and the names of their created, written, removed or renamed entries. An empty name means the folder itself.
        std::set<std::pair<std::string, std::string>> entries = {};
        bool areLost = false; ///< the system's queue has overflowed
    };
    /// Returns the changes since the last call.
    Changes take();

private:
    int m_descriptor;
    std::map<int, std::string> m_folders; ///< by watch descriptor
    std::map<std::string, int> m_watches;
};

} // namespace lensboard::runs
