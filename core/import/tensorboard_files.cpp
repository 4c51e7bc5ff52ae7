#include "core/import/tensorboard_files.h"

#include "core/import/importer.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <set>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

#include <sys/stat.h>

namespace lensboard::imports {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kMark = "tfevents";
constexpr int kMostLevels = 64;
constexpr std::size_t kMostEntries = 1'000'000;

bool isEventFile(const fs::directory_entry &entry)
{
    std::error_code ignored;
    return entry.path().filename().native().find(kMark) != std::string::npos && entry.is_regular_file(ignored);
}

/// Of events.out.tfevents.SECONDS.HOST
std::uint64_t secondsInName(const fs::path &file)
{
    const std::string name = file.filename();
    const std::size_t at = name.find(kMark) + kMark.size() + 1;
    std::uint64_t seconds = 0;
    if (at < name.size())
        std::from_chars(name.data() + at, name.data() + name.size(), seconds);
    return seconds;
}

class RunSearch
{
public:
    std::vector<fs::path> below(const fs::path &folder)
    {
        enter(folder, 0);
        while (!m_folders.empty() || !m_links.empty()) { // links last: a run is called by its own name
            auto &queue = m_folders.empty() ? m_links : m_folders;
            const auto [next, level] = queue.front();
            queue.pop_front();
            enter(next, level);
        }
        std::sort(m_found.begin(), m_found.end());
        return std::move(m_found);
    }

private:
    void enter(const fs::path &folder, int level)
    {
        struct stat state{};
        if (::stat(folder.c_str(), &state) != 0 || !m_seen.emplace(state.st_dev, state.st_ino).second)
            return;
        std::error_code error; // of a folder that cannot be read, what can be is taken
        bool holdsEvents = false;
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end && m_entries < kMostEntries;
             entry.increment(error), ++m_entries) {
            std::error_code unreadable;
            if (entry->is_directory(unreadable) && level < kMostLevels)
                (entry->is_symlink(unreadable) ? m_links : m_folders).emplace_back(entry->path(), level + 1);
            else if (!holdsEvents)
                holdsEvents = isEventFile(*entry);
        }
        if (holdsEvents)
            m_found.push_back(folder);
    }

    std::deque<std::pair<fs::path, int>> m_folders;
    std::deque<std::pair<fs::path, int>> m_links;
    std::set<std::pair<dev_t, ino_t>> m_seen;
    std::size_t m_entries = 0;
    std::vector<fs::path> m_found;
};

} // namespace

std::vector<fs::path> tensorboardFiles(const fs::path &folder)
{
    std::error_code error;
    std::vector<fs::path> files;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (isEventFile(*entry))
            files.push_back(entry->path());
    if (error == std::errc::no_such_file_or_directory)
        throw ImportError(folder, "is not there");
    if (error)
        throw ImportError(folder, "cannot be read: " + error.message());
    std::sort(files.begin(), files.end(), [](const fs::path &a, const fs::path &b) {
        return std::tuple(secondsInName(a), a.native()) < std::tuple(secondsInName(b), b.native());
    });
    return files;
}

std::vector<fs::path> tensorboardRuns(const fs::path &folder)
{
    return RunSearch().below(folder);
}

} // namespace lensboard::imports
