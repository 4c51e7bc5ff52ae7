#include "core/import/run_folder_scan.h"

#include "core/import/importer.h"
#include "core/import/listed_runs.h"
#include "core/import/parallel_work.h"
#include "core/import/run_search.h"
#include "core/import/tensorboard/added_scalars.h"
#include "core/record/message.h"
#include "core/store/run_names.h"

#include <set>
#include <utility>

namespace lensboard::imports {

namespace fs = std::filesystem;

namespace {

constexpr int kShareOfTime = 20; ///< reading takes at most one part in so many

std::uint64_t mixed(std::uint64_t hash, const fs::path &file)
{
    std::error_code missing;
    const auto time = static_cast<std::uint64_t>(fs::last_write_time(file, missing).time_since_epoch().count());
    const std::uint64_t size = fs::file_size(file, missing);
    return (hash ^ time ^ (size << 40) ^ size) * 0x9E3779B97F4A7C15ull;
}

std::uint64_t fingerprintOf(const fs::path &run)
{
    std::uint64_t hash = 1;
    AddedScalars added;
    try {
        for (const fs::path &file : filesOf(run))
            hash = mixed(hash, file);
        for (const fs::path &folder : added.below(run))
            for (const fs::path &file : filesOf(folder))
                hash = mixed(hash, file);
    } catch (const ImportError &) { // it went meanwhile, which reading it reports
    }
    return hash;
}

} // namespace

/// Of other tools' runs: they lie apart from them, and are no reason to read the runs again.
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

/// True if the run is not as it was when it was last read.
bool RunFolderScan::read(const fs::path &path, Known &known, const QuantityNames &wanted)
{
    // One that is being recorded says nothing by its files when its writer dies.
    const bool mayEnd = known.summary.status == record::RunStatus::Recording;
    const bool lacksWanted = lacks(known.summary, wanted);
    const auto begun = Clock::now();
    if (begun < known.lookAgain && !lacksWanted)
        return false;
    const std::uint64_t fingerprint = fingerprintOf(path);
    if (std::exchange(known.fingerprint, fingerprint) == fingerprint && !mayEnd && !lacksWanted)
        return false;
    RunSummary summary = summarise(path, std::stop_token(), wanted);
    summary.name = known.summary.name;
    const auto ended = Clock::now();
    known.lookAgain = ended + kShareOfTime * (ended - begun);
    return std::exchange(known.summary, summary) != summary;
}

/// Several at a time: a file is mostly waiting and small calls.
void RunFolderScan::takeAll(const std::vector<fs::path> &paths, const std::vector<std::string> &names, const std::stop_token &stop,
                            const Listener &listener)
{
    const QuantityNames wanted = [this] {
        const std::lock_guard lock(m_mutex);
        return m_wanted;
    }();
    std::vector<Known *> known; // read by one thread each
    std::vector<char> isNews(paths.size());
    for (std::size_t i = 0; i < paths.size(); ++i) {
        known.push_back(&m_known[paths[i]]);
        isNews[i] = std::exchange(known[i]->summary.name, names[i]) != names[i];
    }
    workInParallel(
        paths.size(), stop, [&](std::size_t i) { isNews[i] = read(paths[i], *known[i], wanted) || isNews[i]; },
        [&](std::size_t i) {
            if (isNews[i])
                listener.found(known[i]->summary);
        });
}

void RunFolderScan::want(QuantityNames names)
{
    const std::lock_guard lock(m_mutex);
    m_wanted = std::move(names);
}

void RunFolderScan::report(const std::vector<std::string> &problems, const Listener &listener)
{
    if (std::exchange(m_problems, problems) != problems)
        listener.problems(problems);
}

void RunFolderScan::look(std::stop_token stop, const Listener &listener)
{
    try {
        lookAt(stop, listener);
    } catch (const std::exception &error) {
        report({record::message("%1: cannot be looked at: %2", m_folder.string(), error.what())}, listener);
    }
}

void RunFolderScan::lookAt(const std::stop_token &stop, const Listener &listener)
{
    if (m_labels.refresh())
        takeLabels(listener);
    std::error_code error;
    const FoundRuns found = fs::exists(m_folder, error) ? findRuns(m_folder, m_writers, stop) : FoundRuns();
    if (stop.stop_requested())
        return;
    report(found.problems, listener);
    takeAll(found.runs, store::runNamesIn(m_folder, found.runs), stop, listener);
    if (stop.stop_requested())
        return;
    const std::set<fs::path> there(found.runs.begin(), found.runs.end());
    for (auto known = m_known.begin(); known != m_known.end();) {
        if (there.contains(known->first)) {
            ++known;
            continue;
        }
        listener.gone(known->first);
        known = m_known.erase(known);
    }
}

} // namespace lensboard::imports
