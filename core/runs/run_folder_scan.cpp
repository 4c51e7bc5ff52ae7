#include "core/runs/run_folder_scan.h"

#include "core/import/importer.h"
#include "core/import/tensorboard/added_scalars.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/stoppable_sleep.h"
#include "core/runs/listed_runs.h"
#include "core/runs/parallel_work.h"
#include "core/store/run_names.h"

#include <set>
#include <utility>

namespace lensboard::runs {

namespace fs = std::filesystem;

namespace {

constexpr int kShareOfTime = 20; ///< reading takes at most 1/20 of the time

std::uint64_t mixed(std::uint64_t hash, const fs::path &file)
{
    std::error_code missing;
    const auto time = static_cast<std::uint64_t>(fs::last_write_time(file, missing).time_since_epoch().count());
    const std::uint64_t size = fs::file_size(file, missing);
    return (hash ^ time ^ (size << 40) ^ size) * 0x9E3779B97F4A7C15ull;
}

struct Fingerprint
{
    std::uint64_t hash = 1;
    std::size_t files = 0;

    void add(const std::vector<fs::path> &more)
    {
        for (const fs::path &file : more)
            hash = mixed(hash, file);
        files += more.size();
    }
};

Fingerprint fingerprintOf(const fs::path &run)
{
    Fingerprint print;
    imports::AddedScalars added;
    try {
        print.add(filesOf(run));
        for (const fs::path &folder : added.below(run))
            print.add(filesOf(folder));
    } catch (const imports::ImportError &) { // the run was removed meanwhile; reading it reports the error
    }
    return print;
}

} // namespace

/// Reads the labels of other tools' runs. They are stored separately, so a new label does not require reading the run again.
void RunFolderScan::takeLabels(const Listener &listener)
{
    for (auto &[path, known] : m_known) {
        if (path.extension() == ".lbrun" || !known.summary.isReadable)
            continue;
        const record::RunLabel label = m_labels.label(path);
        if (known.summary.givenName == label.name && known.summary.notes == label.notes)
            continue;
        known.summary.givenName = label.name;
        known.summary.notes = label.notes;
        listener.found(known.summary);
    }
}

/// Reads the run if it may have changed. Returns true if its summary is new.
bool RunFolderScan::read(const fs::path &path, Known &known, const QuantityNames &wanted)
{
    // If a run's writer dies, its files do not change. So a run in progress is always read again.
    const bool mayEnd = record::mayGrow(known.summary.status);
    const bool lacksWanted = lacks(known.summary, wanted);
    const auto begun = Clock::now();
    if (begun < known.lookAgain && !lacksWanted)
        return false;
    known.isDue = false;
    const auto [fingerprint, files] = fingerprintOf(path);
    known.files = files;
    if (std::exchange(known.fingerprint, fingerprint) == fingerprint && !mayEnd && !lacksWanted)
        return false;
    RunSummary summary = summarise(path, std::stop_token(), wanted);
    summary.name = known.summary.name;
    const auto ended = Clock::now();
    known.lookAgain = ended + kShareOfTime * (ended - begun);
    return std::exchange(known.summary, summary) != summary;
}

void RunFolderScan::takeFound()
{
    const std::vector<fs::path> &runs = m_tree.found().runs;
    const std::vector<std::string> names = store::runNamesIn(m_folder, runs);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        Known &known = m_known[runs[i]];
        known.isRenamed |= std::exchange(known.summary.name, names[i]) != names[i];
        known.isWatched = m_tree.isWatched(runs[i]);
    }
}

/// Marks runs that were written to as due. A run is a file, a folder with files, or FILE/NAME in a database of several runs.
void RunFolderScan::takeWritten()
{
    for (const std::string &written : m_tree.takeWritten()) {
        const fs::path file = written;
        for (fs::path path = file; path.has_relative_path(); path = path.parent_path())
            if (const auto known = m_known.find(path); known != m_known.end())
                known->second.isDue = true;
        for (auto known = m_known.upper_bound(file); known != m_known.end() && known->first.parent_path() == file; ++known)
            known->second.isDue = true;
    }
    if (m_tree.takeLoss())
        for (auto &[path, known] : m_known)
            known.isDue = true;
}

/// Marks the next runs that cannot be watched as due, in rotation.
void RunFolderScan::takeUnwatched()
{
    auto next = m_known.upper_bound(m_lastUnwatched);
    for (std::size_t i = 0, files = 0; i < m_known.size() && files < kFilesAtOnce; ++i) {
        if (next == m_known.end())
            next = m_known.begin();
        if (auto &[path, known] = *next++; !known.isWatched) {
            known.isDue = true;
            files += known.files;
            m_lastUnwatched = path;
        }
    }
}

/// Reads several runs in parallel, because reading mostly waits for the file system.
void RunFolderScan::readDue(const std::stop_token &stop, const Listener &listener)
{
    const QuantityNames wanted = [this] {
        const std::lock_guard lock(m_mutex);
        return m_wanted;
    }();
    std::vector<std::pair<const fs::path, Known> *> due; // each is read by one thread
    for (auto &run : m_known)
        if (const Known &known = run.second; known.isDue || known.isRenamed || known.summary.status == record::RunStatus::Recording || lacks(known.summary, wanted))
            due.push_back(&run);
    std::vector<char> isNews(due.size());
    workInParallel(
        due.size(), stop, [&](std::size_t i) { isNews[i] = read(due[i]->first, due[i]->second, wanted); },
        [&](std::size_t i) {
            Known &known = due[i]->second;
            m_filesCompared += known.files;
            if (std::exchange(known.isRenamed, false) || isNews[i])
                listener.found(known.summary);
        });
}

void RunFolderScan::dropGone(const Listener &listener)
{
    const std::set<fs::path> there(m_tree.found().runs.begin(), m_tree.found().runs.end());
    for (auto known = m_known.begin(); known != m_known.end();) {
        if (there.contains(known->first)) {
            ++known;
            continue;
        }
        listener.gone(known->first);
        known = m_known.erase(known);
    }
}

void RunFolderScan::want(QuantityNames names)
{
    const std::lock_guard lock(m_mutex);
    m_wanted = std::move(names);
}

void RunFolderScan::report(const std::vector<record::Message> &problems, const Listener &listener)
{
    if (std::exchange(m_problems, problems) != problems)
        listener.problems(problems);
}

void RunFolderScan::look(std::stop_token stop, const Listener &listener)
{
    try {
        lookAt(stop, listener);
    } catch (const std::exception &error) {
        report({searchProblem(m_folder, error)}, listener);
    }
}

void RunFolderScan::lookAt(const std::stop_token &stop, const Listener &listener)
{
    if (m_labels.refresh())
        takeLabels(listener);
    for (bool isWhole = false; !isWhole && !stop.stop_requested();) {
        isWhole = m_tree.look(kEntriesAtOnce, stop);
        if (std::exchange(m_isLooking, !isWhole) != !isWhole && listener.looking)
            listener.looking(!isWhole);
        report(m_tree.found().problems, listener);
        const bool isNews = std::exchange(m_version, m_tree.version()) != m_tree.version();
        if (isNews)
            takeFound();
        takeWritten();
        takeUnwatched();
        readDue(stop, listener);
        if (isNews && !stop.stop_requested())
            dropGone(listener);
        if (!isWhole)
            record::sleepUnlessStopped(stop, kSlice);
    }
}

record::Message searchProblem(const std::filesystem::path &folder, const std::exception &error)
{
    return record::message("%1: cannot be looked at: %2", folder.string(), record::messageOf(error));
}

} // namespace lensboard::runs
