#include "core/import/run_search.h"

#include "core/import/listed_runs.h"
#include "core/import/tensorboard/added_scalars.h"
#include "core/import/tensorboard/tensorboard_files.h"
#include "core/import/tensorboard/tensorboard_writers.h"
#include "core/record/message.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <set>
#include <utility>

#include <sys/stat.h>

namespace lensboard::imports {

namespace fs = std::filesystem;

namespace {

constexpr int kMostLevels = 64;
constexpr int kMostEntries = 1'000'000;

class RunSearch
{
public:
    RunSearch(TensorboardWriters &writers, const std::stop_token &stop) : m_writers(writers), m_stop(stop) {}

    FoundRuns below(const fs::path &folder)
    {
        enter(folder, 0);
        while (!m_stop.stop_requested() && (!m_folders.empty() || !m_links.empty())) { // links last: a run is called by its own name
            auto &queue = m_folders.empty() ? m_links : m_folders;
            const auto [next, level] = queue.front();
            queue.pop_front();
            enter(next, level);
        }
        if (m_entries > kMostEntries)
            m_found.problems.push_back(record::message("%1: has more than %2 entries; the rest was not looked at", folder.string(), kMostEntries));
        std::sort(m_found.runs.begin(), m_found.runs.end());
        return std::move(m_found);
    }

private:
    void enter(const fs::path &folder, int level)
    {
        struct stat state{};
        if (::stat(folder.c_str(), &state) != 0)
            return errno == ENOENT ? void() : cannotRead(folder, std::strerror(errno)); // it went meanwhile
        if (!m_seen.emplace(state.st_dev, state.st_ino).second)
            return;
        if (level > kMostLevels)
            return m_found.problems.push_back(record::message("%1: lies more than %2 levels deep; it was not looked at", folder.string(), kMostLevels));
        std::error_code error;
        std::vector<fs::path> eventFiles;
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end && ++m_entries <= kMostEntries; entry.increment(error))
            take(*entry, level, eventFiles);
        if (error)
            cannotRead(folder, error.message());
        if (m_writers.areSeveral(inOrderOfTimes(eventFiles), m_stop))
            m_found.runs.insert(m_found.runs.end(), eventFiles.begin(), eventFiles.end());
        else if (!eventFiles.empty() || isListedFolder(folder))
            m_found.runs.push_back(folder);
    }

    void take(const fs::directory_entry &entry, int level, std::vector<fs::path> &eventFiles)
    {
        std::error_code unreadable;
        if (entry.is_directory(unreadable))
            (entry.is_symlink(unreadable) ? m_links : m_folders).emplace_back(entry.path(), level + 1);
        else if (isListedFile(entry))
            for (fs::path &run : runsInFile(entry.path()))
                m_found.runs.push_back(std::move(run));
        else if (isListedEventFile(entry))
            eventFiles.push_back(entry.path());
    }

    void cannotRead(const fs::path &folder, const std::string &why)
    {
        m_found.problems.push_back(record::message("%1: cannot be read: %2", folder.string(), why));
    }

    TensorboardWriters &m_writers;
    const std::stop_token &m_stop;
    std::deque<std::pair<fs::path, int>> m_folders;
    std::deque<std::pair<fs::path, int>> m_links;
    std::set<std::pair<dev_t, ino_t>> m_seen;
    int m_entries = 0;
    FoundRuns m_found;
};

/// Takes away the folders of what add_scalars() put below another run's.
void dropAddedScalars(std::vector<fs::path> &runs, const fs::path &top)
{
    const std::set<fs::path> all(runs.begin(), runs.end());
    AddedScalars added;
    std::erase_if(runs, [&](const fs::path &run) {
        for (fs::path above = run.parent_path(); above.native().size() >= top.native().size() && above.has_relative_path();
             above = above.parent_path())
            if (all.contains(above) && added.isOf(above, run))
                return true;
        return false;
    });
}

} // namespace

FoundRuns findRuns(const fs::path &path)
{
    TensorboardWriters writers;
    return findRuns(path, writers, {});
}

FoundRuns findRuns(const fs::path &path, TensorboardWriters &writers, const std::stop_token &stop)
{
    std::error_code error;
    if (!fs::is_directory(path, error))
        return {runsInFile(path), {}};
    const fs::path top = path.has_filename() ? path : path.parent_path();
    FoundRuns found = RunSearch(writers, stop).below(top);
    dropAddedScalars(found.runs, top);
    return found;
}

} // namespace lensboard::imports
