#include "app/pages/recent_runs_reader.h"

#include "app/settings.h"
#include "core/store/file/run_folder.h"

#include <algorithm>
#include <chrono>

namespace lensboard::app {

namespace {

constexpr auto kRecentInterval = std::chrono::seconds(3);
constexpr std::size_t kEntriesPerLook = 10'000; ///< average limit, for a folder that keeps changing

std::vector<std::filesystem::path> openedPaths()
{
    std::vector<std::filesystem::path> paths;
    for (const QString &path : Settings::recentFiles())
        paths.emplace_back(path.toStdString());
    return paths;
}

} // namespace

RecentRunsReader::~RecentRunsReader()
{
    m_thread.request_stop();
    setOnView(false);
    if (m_thread.joinable())
        m_thread.join(); // before its members are destroyed
}

void RecentRunsReader::setOnView(bool isOnView)
{
    {
        const std::lock_guard lock(m_mutex);
        m_isOnView = isOnView;
        if (!isOnView)
            m_reading.request_stop();
    }
    m_wake.notify_all();
    if (isOnView && !m_thread.joinable())
        m_thread = std::jthread([this](const std::stop_token &stop) { work(stop); });
}

void RecentRunsReader::work(const std::stop_token &stop)
{
    std::unique_lock lock(m_mutex);
    while (m_wake.wait(lock, stop, [this] { return m_isOnView; }) && !stop.stop_requested()) {
        m_reading = std::stop_source();
        const std::stop_token reading = m_reading.get_token();
        lock.unlock();
        try {
            look(reading);
        } catch (const std::exception &) { // no memory even to report it; the next attempt may succeed
        }
        lock.lock();
        m_wake.wait_for(lock, stop, kRecentInterval, [this] { return !m_isOnView; });
    }
}

void RecentRunsReader::look(const std::stop_token &stop)
{
    updateRecorded();
    const std::vector<RecentRun> runs = recentRuns(openedPaths(), m_recorded.runs, kMaxRuns);
    if (stop.stop_requested())
        return;
    m_listener.found(runs);
    std::erase_if(m_known, [&](const auto &known) { return std::ranges::find(runs, known.first, &RecentRun::path) == runs.end(); });
    for (const bool hasCheckpoint : {true, false}) // resumable runs first, because they move to the top
        for (const RecentRun &run : runs)
            if (run.hasCheckpoint == hasCheckpoint && !stop.stop_requested())
                read(run, stop);
}

void RecentRunsReader::updateRecorded()
{
    const std::filesystem::path folder = store::runFolder();
    m_isWatched = m_isWatched || m_watch.add(folder.native());
    const runs::FolderWatch::Changes changes = m_watch.take();
    m_isChanged = m_isChanged || !m_isWatched || changes.areLost || !changes.entries.empty();
    m_isWatched = m_isWatched && !changes.entries.contains({folder.native(), ""}); // it may be another one by now
    if (m_looksToWait > 0)
        --m_looksToWait;
    else if (std::exchange(m_isChanged, false)) {
        m_recorded = recordedRuns(folder);
        m_looksToWait = m_recorded.entries / kEntriesPerLook;
    }
}

void RecentRunsReader::read(const RecentRun &run, const std::stop_token &stop)
{
    const auto known = m_known.find(run.path);
    // a recording run's files do not change when its writer dies, so it is always read again
    if (known != m_known.end() && known->second.writtenSeconds == run.writtenSeconds && !record::mayGrow(known->second.status))
        return;
    const runs::RunSummary summary = runs::summarise(run.path, stop);
    if (stop.stop_requested())
        return;
    m_known[run.path] = {run.writtenSeconds, summary.status};
    m_listener.read(summary);
}

} // namespace lensboard::app
