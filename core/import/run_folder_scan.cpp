#include "core/import/run_folder_scan.h"

#include "core/import/run_source.h"
#include "core/import/tensorboard_files.h"

#include <set>

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
    std::error_code error;
    if (!fs::is_directory(run, error))
        return mixed(mixed(1, run), run.string() + "-wal");
    std::uint64_t hash = 2;
    try {
        for (const fs::path &file : tensorboardFiles(run))
            hash = mixed(hash, file);
    } catch (const ImportError &) { // it went meanwhile, which reading it will tell
    }
    return hash;
}

/// None if the folder is gone.
std::vector<fs::path> runsThere(const fs::path &folder)
{
    std::error_code error;
    if (!fs::is_directory(folder, error))
        return {};
    try {
        return findRuns(folder);
    } catch (const ImportError &) {
        return {};
    }
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

void RunFolderScan::look(std::stop_token stop, const Listener &listener)
{
    if (m_labels.refresh())
        takeLabels(listener);
    std::set<fs::path> there;
    for (const fs::path &path : runsThere(m_folder)) {
        if (stop.stop_requested())
            return;
        there.insert(path);
        const auto [known, isNew] = m_known.try_emplace(path);
        // One that is being recorded says nothing by its files when its writer dies.
        const bool mayEnd = known->second.summary.status == record::RunStatus::Recording;
        const auto begun = Clock::now();
        if (!isNew && begun < known->second.lookAgain)
            continue;
        const std::uint64_t fingerprint = fingerprintOf(path);
        if (!isNew && fingerprint == known->second.fingerprint && !mayEnd)
            continue;
        known->second.fingerprint = fingerprint;
        RunSummary summary = summarise(path);
        const auto ended = Clock::now();
        known->second.lookAgain = ended + kShareOfTime * (ended - begun);
        if (!isNew && summary == known->second.summary)
            continue;
        known->second.summary = summary;
        listener.found(summary);
    }
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
