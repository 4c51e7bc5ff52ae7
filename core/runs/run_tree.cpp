#include "core/runs/run_tree.h"

#include "core/import/tensorboard/tensorboard_files.h"
#include "core/import/tools/folder_runs.h"
#include "core/import/tools/mlflow/mlflow_folder.h"
#include "core/record/message.h"
#include "core/runs/listed_runs.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include <sys/stat.h>

namespace lensboard::runs {

namespace fs = std::filesystem;

namespace {

constexpr int kMaxFolderLevels = 64;
constexpr std::size_t kMaxTreeEntries = 1'000'000;
/// Resolution of file times: a second change within this time could be missed.
constexpr std::chrono::seconds kResolution{2};

std::chrono::nanoseconds changeTime(const struct stat &state)
{
    return std::chrono::seconds(state.st_ctim.tv_sec) + std::chrono::nanoseconds(state.st_ctim.tv_nsec);
}

/// Removes folders created by add_scalars() below other runs.
void dropAddedScalars(std::vector<fs::path> &runs, const std::string &top, imports::AddedScalars &added)
{
    const std::set<fs::path> all(runs.begin(), runs.end());
    std::erase_if(runs, [&](const fs::path &run) {
        for (fs::path above = run.parent_path(); above.native().size() >= top.size() && above.has_relative_path(); above = above.parent_path())
            if (all.contains(above) && added.isOf(above, run))
                return true;
        return false;
    });
}

std::string pathIn(const std::string &folder, const std::string &name)
{
    return (fs::path(folder) / name).native();
}

/// Returns the name of the database that SQLite's file \p name belongs to.
std::string databaseName(const std::string &name)
{
    for (const std::string_view ending : {"-wal", "-journal", "-shm"})
        if (name.ends_with(ending))
            return name.substr(0, name.size() - ending.size());
    return name;
}

} // namespace

struct RunTree::Folder
{
    int level = 0;
    bool isLink = false;
    std::optional<std::pair<std::uint64_t, std::uint64_t>> identity = {}; ///< empty: not entered yet, or reached by another path first
    std::chrono::nanoseconds changed = {}; ///< change time of the folder when it was read
    bool isRecent = false;                 ///< changed shortly before it was read
    bool isWatched = false;
    bool isWaiting = false;     ///< waiting to be entered
    std::uint64_t checkAt = 0;  ///< number of the look() that checks it
    std::map<std::string, Kind> entries = {}; ///< by name, except files that are no runs
    std::size_t size = 0;                     ///< number of all its entries, including other files
    std::vector<fs::path> runs = {};
    record::Message problem = {};
};

struct RunTree::Reading
{
    std::string path;
    fs::directory_iterator at;
    std::error_code error = {};
    std::map<std::string, Kind> entries = {};
    std::size_t size = 0;
    std::set<std::string> changed = {}; ///< names of entries changed meanwhile
};

RunTree::RunTree(fs::path top, Watches watches)
    : m_top((top.has_filename() ? top : top.parent_path()).native()), m_watch(watches == Watches::Yes ? std::make_unique<FolderWatch>() : nullptr)
{}

RunTree::~RunTree() = default;

bool RunTree::look(std::size_t most, const std::stop_token &stop)
{
    ++m_looks;
    m_left = most;
    if (!m_folders.contains(m_top))
        add(m_top, 0, false);
    takeChanges(stop);
    poll(stop);
    while (m_left > 0 && !stop.stop_requested() && (m_reading || !m_waiting.empty() || !m_links.empty())) {
        if (!m_reading) {
            auto &queue = m_waiting.empty() ? m_links : m_waiting;
            const std::string next = std::move(queue.front());
            queue.pop_front();
            enter(next);
        }
        if (m_reading)
            read(stop);
    }
    if (std::exchange(m_isChanged, false))
        collect();
    return !m_reading && m_waiting.empty() && m_links.empty();
}

void RunTree::add(const std::string &path, int level, bool isLink)
{
    Folder &folder = m_folders[path];
    folder.level = level;
    folder.isLink = isLink;
    if (!std::exchange(folder.isWaiting, true))
        (isLink ? m_links : m_waiting).push_back(path);
}

void RunTree::forget(const std::string &path)
{
    auto folder = m_folders.extract(path);
    if (folder.empty())
        return;
    for (const auto &[name, kind] : folder.mapped().entries)
        if (kind == Kind::Folder || kind == Kind::Link)
            forget(pathIn(path, name));
    if (folder.mapped().identity)
        m_identities.erase(*folder.mapped().identity);
    if (m_watch)
        m_watch->remove(path);
    m_polled.erase(path);
    m_entries -= folder.mapped().size;
    if (m_reading && m_reading->path == path)
        m_reading.reset();
    m_isChanged = m_isChanged || !folder.mapped().runs.empty() || !folder.mapped().problem.empty();
}

void RunTree::setProblem(Folder &folder, const record::Message &problem)
{
    m_isChanged = m_isChanged || folder.problem != problem;
    folder.problem = problem;
}

/// Starts reading a folder, unless it was already reached by another path.
void RunTree::enter(const std::string &path)
{
    const auto found = m_folders.find(path);
    if (found == m_folders.end() || !std::exchange(found->second.isWaiting, false))
        return;
    Folder &folder = found->second;
    ++m_entriesRead;
    --m_left;
    struct stat state{};
    if (::stat(path.c_str(), &state) != 0) {
        const int error = errno;
        if (error == ENOENT)
            return forget(path);
        m_polled.insert(path);
        return setProblem(folder, record::message("%1: cannot be read: %2", path, record::systemError(error)));
    }
    if (!S_ISDIR(state.st_mode)) { // a database of several runs: read in each look()
        std::vector<fs::path> runs = runsInFile(path);
        m_isChanged = m_isChanged || runs != folder.runs;
        folder.runs = std::move(runs);
        m_polled.insert(path);
        return;
    }
    const std::pair<std::uint64_t, std::uint64_t> identity{state.st_dev, state.st_ino};
    const bool isAnother = folder.identity != identity;
    if (isAnother && folder.identity)
        m_identities.erase(*folder.identity);
    folder.identity.reset();
    if (!m_identities.emplace(identity, path).second && isAnother) { // checked again: the other path may disappear
        m_polled.insert(path);
        return;
    }
    folder.identity = identity;
    if (folder.level > kMaxFolderLevels)
        return setProblem(folder, record::message("%1: lies more than %2 levels deep; it was not looked at", path, kMaxFolderLevels));
    if (m_watch && (!folder.isWatched || isAnother)) {
        folder.isWatched = m_watch->add(path); // before reading, to miss no change
        m_isChanged = true;
    }
    if (!folder.isWatched)
        m_polled.insert(path);
    folder.changed = changeTime(state);
    folder.isRecent = std::chrono::system_clock::now().time_since_epoch() < folder.changed + kResolution;
    m_reading = std::make_unique<Reading>(path);
    m_reading->at = fs::directory_iterator(path, m_reading->error);
}

void RunTree::read(const std::stop_token &stop)
{
    Reading &reading = *m_reading;
    const std::size_t others = m_entries - m_folders.at(reading.path).size;
    for (const fs::directory_iterator end; !reading.error && reading.at != end; reading.at.increment(reading.error)) {
        if (others + reading.size >= kMaxTreeEntries)
            break;
        if (m_left == 0 || stop.stop_requested())
            return;
        --m_left;
        ++m_entriesRead;
        ++reading.size;
        if (const auto kind = kindOf(*reading.at))
            reading.entries.emplace(reading.at->path().filename().native(), *kind);
    }
    finishReading(stop);
}

void RunTree::finishReading(const std::stop_token &stop)
{
    const auto reading = std::exchange(m_reading, nullptr);
    Folder &folder = m_folders.at(reading->path);
    const auto metrics = reading->entries.find("metrics");
    const bool mayLackMeta = metrics != reading->entries.end() && metrics->second == Kind::Folder;
    const record::Message lack = mayLackMeta ? imports::whyNoMlflowRun(reading->path) : record::Message();
    setProblem(folder, reading->error ? record::message("%1: cannot be read: %2", reading->path, record::systemError(reading->error.value())) : lack.empty() ? lack : reading->path + ": " + lack);
    m_entries += reading->size - folder.size;
    folder.size = reading->size;
    folder.checkAt = m_looks + 1 + folder.size / kPolledAtOnce;
    const auto before = folder.entries;
    for (const auto &[name, kind] : before)
        if (!reading->entries.contains(name))
            setEntry(reading->path, folder, name, std::nullopt);
    for (const auto &[name, kind] : reading->entries)
        setEntry(reading->path, folder, name, kind);
    for (const std::string &name : reading->changed)
        setEntry(reading->path, folder, name, kindAt(pathIn(reading->path, name)));
    settle(reading->path, folder, stop);
}

/// Adds, changes or removes an entry; settle() then finds the folder's runs again.
void RunTree::setEntry(const std::string &path, Folder &folder, const std::string &name, std::optional<Kind> kind)
{
    const auto isFolder = [](Kind each) { return each == Kind::Folder || each == Kind::Link; };
    const auto known = folder.entries.find(name);
    const std::optional<Kind> before = known == folder.entries.end() ? std::nullopt : std::optional(known->second);
    if (before == kind)
        return;
    if (before && isFolder(*before))
        forget(pathIn(path, name));
    if (kind)
        folder.entries[name] = *kind;
    else
        folder.entries.erase(known);
    if (kind && isFolder(*kind))
        add(pathIn(path, name), folder.level + 1, kind == Kind::Link);
}

std::optional<RunTree::Kind> RunTree::kindOf(const fs::directory_entry &entry)
{
    std::error_code unreadable;
    if (entry.is_directory(unreadable))
        return entry.is_symlink(unreadable) ? Kind::Link : Kind::Folder;
    if (!mayBeListed(entry.path()))
        return std::nullopt;
    if (isListedFile(entry))
        return mayHoldRuns(entry.path()) ? Kind::Database : Kind::Run;
    return isListedEventFile(entry) ? Kind::EventFile : Kind::Undecided;
}

std::optional<RunTree::Kind> RunTree::kindAt(const std::string &path)
{
    std::error_code missing;
    return kindOf(fs::directory_entry(path, missing));
}

/// Finds the runs among the entries of a folder.
void RunTree::settle(const std::string &path, Folder &folder, const std::stop_token &stop)
{
    std::vector<fs::path> runs, eventFiles;
    bool mayBeRun = false;
    for (const auto &[name, kind] : folder.entries) {
        mayBeRun = mayBeRun || name == "meta.yaml" || imports::marksFolderRun(name);
        if (kind == Kind::EventFile)
            eventFiles.push_back(fs::path(path) / name);
        else if (kind == Kind::Run)
            runs.push_back(fs::path(path) / name);
        else if (kind == Kind::Database)
            std::ranges::move(runsInFile(fs::path(path) / name), std::back_inserter(runs));
    }
    if (m_writers.areSeveral(imports::inOrderOfTimes(eventFiles), stop))
        runs.insert(runs.end(), eventFiles.begin(), eventFiles.end());
    else if (!eventFiles.empty() || (mayBeRun && isListedFolder(path)))
        runs.push_back(path);
    m_isChanged = m_isChanged || runs != folder.runs || mayBeAdded(path, folder);
    folder.runs = std::move(runs);
}

/// Returns true if \p folder lies below a TensorBoard run and has no values yet. Only values show if add_scalars() created it.
bool RunTree::mayBeAdded(const std::string &path, const Folder &folder) const
{
    const auto isRun = [](const Folder &each) { return std::ranges::find(each.entries, Kind::EventFile, [](const auto &entry) { return entry.second; }) != each.entries.end(); };
    if (!isRun(folder) || m_added.knows(path))
        return false;
    for (fs::path above = fs::path(path).parent_path(); above.native().size() >= m_top.size() && above.has_relative_path(); above = above.parent_path())
        if (const auto found = m_folders.find(above.native()); found != m_folders.end() && isRun(found->second))
            return true;
    return false;
}

void RunTree::takeChanges(const std::stop_token &stop)
{
    if (!m_watch)
        return;
    const FolderWatch::Changes changes = m_watch->take();
    std::set<std::string> toSettle;
    for (const auto &[path, name] : changes.entries) {
        const auto folder = m_folders.find(path);
        if (folder == m_folders.end())
            continue;
        ++m_entriesRead;
        if (name.empty()) { // the folder may be deleted, and its watch with it
            m_polled.insert(path);
            folder->second.isWatched = false;
            folder->second.checkAt = 0;
            continue;
        }
        const std::string changed = databaseName(name);
        m_written.insert(pathIn(path, changed));
        if (m_reading && m_reading->path == path)
            m_reading->changed.insert(changed);
        const auto kind = kindAt(pathIn(path, changed));
        const auto known = folder->second.entries.find(changed);
        if (!kind && known == folder->second.entries.end())
            continue;
        if (!kind || *kind != Kind::Run || known == folder->second.entries.end() || known->second != Kind::Run)
            toSettle.insert(path);
        setEntry(path, folder->second, changed, kind);
    }
    for (const std::string &path : toSettle)
        if (const auto folder = m_folders.find(path); folder != m_folders.end())
            settle(path, folder->second, stop);
    if (changes.areLost) {
        m_isLoss = true;
        for (auto &[path, folder] : m_folders) {
            m_polled.insert(path);
            folder.checkAt = 0;
        }
    }
}

/// Checks folders that cannot be watched, in rotation.
void RunTree::poll(const std::stop_token &stop)
{
    const std::size_t count = m_polled.size();
    for (std::size_t i = 0, checked = 0; i < count && checked < kPolledAtOnce && !m_polled.empty() && !stop.stop_requested(); ++i) {
        auto next = m_polled.upper_bound(m_lastPolled);
        if (next == m_polled.end())
            next = m_polled.begin();
        m_lastPolled = *next;
        const auto folder = m_folders.find(m_lastPolled);
        if (folder->second.isWaiting || (m_reading && m_reading->path == m_lastPolled) || m_looks < folder->second.checkAt)
            continue;
        ++checked;
        check(m_lastPolled, stop);
    }
}

void RunTree::check(const std::string &path, const std::stop_token &stop)
{
    ++m_entriesRead;
    Folder &folder = m_folders.at(path);
    if (folder.isWatched)
        m_polled.erase(path);
    struct stat state{};
    const bool isThere = ::stat(path.c_str(), &state) == 0;
    const bool isSame = isThere && folder.identity == std::pair<std::uint64_t, std::uint64_t>{state.st_dev, state.st_ino};
    if (!isSame || changeTime(state) != folder.changed || folder.isRecent || !folder.problem.empty())
        return add(path, folder.level, folder.isLink);
    const auto changes = [](const auto &entry) { return entry.second == Kind::Undecided || entry.second == Kind::Database; };
    const auto isEventFile = [](const auto &entry) { return entry.second == Kind::EventFile; };
    if (std::ranges::none_of(folder.entries, changes) && std::ranges::count_if(folder.entries, isEventFile) < 2 && !mayBeAdded(path, folder))
        return;
    for (auto &[name, kind] : folder.entries) // their content may have been written meanwhile
        if (kind == Kind::Undecided) {
            ++m_entriesRead;
            kind = kindAt(pathIn(path, name)).value_or(Kind::Undecided);
        }
    settle(path, folder, stop);
}

bool RunTree::isWatched(const fs::path &run) const
{
    const auto isWatchedFolder = [this](const std::string &path) {
        const auto folder = m_folders.find(path);
        return folder == m_folders.end() ? std::optional<bool>() : folder->second.isWatched;
    };
    for (fs::path path = run; path.native().size() >= m_top.size() && path.has_relative_path(); path = path.parent_path())
        if (const auto is = isWatchedFolder(path.native())) {
            if (!*is || path != run)
                return *is;
            const std::string below = run.native() + '/';
            for (auto each = m_folders.lower_bound(below); each != m_folders.end() && each->first.starts_with(below); ++each)
                if (!each->second.isWatched)
                    return false;
            return true;
        }
    return false;
}

void RunTree::collect()
{
    FoundRuns found;
    for (const auto &[path, folder] : m_folders) {
        found.runs.insert(found.runs.end(), folder.runs.begin(), folder.runs.end());
        if (!folder.problem.empty())
            found.problems.push_back(folder.problem);
    }
    if (m_entries >= kMaxTreeEntries)
        found.problems.push_back(record::message("%1: has more than %2 entries; the rest was not looked at", m_top, kMaxTreeEntries));
    std::sort(found.runs.begin(), found.runs.end());
    dropAddedScalars(found.runs, m_top, m_added);
    m_found = std::move(found);
    ++m_version;
}

} // namespace lensboard::runs
