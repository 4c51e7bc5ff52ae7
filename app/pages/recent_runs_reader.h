#pragma once

#include "app/recent_runs.h"
#include "core/runs/folder_watch.h"
#include "core/runs/run_summary.h"

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <stop_token>
#include <thread>

namespace lensboard::app {

/// Finds and reads recently used runs, every few seconds while visible. Unchanged runs are read once; the folder of recorded runs
/// is read again if it has changed, a large folder less often.
///
/// A background thread does this, started when the runs are first visible; the listener is called on that thread.
class RecentRunsReader
{
public:
    static constexpr std::size_t kMaxRuns = 8;

    struct Listener
    {
        std::function<void(const std::vector<RecentRun> &)> found; ///< all runs, before any is read
        std::function<void(const runs::RunSummary &)> read;
    };
    explicit RecentRunsReader(Listener listener) : m_listener(std::move(listener)) {}
    /// Cancels reading and blocks until it has ended.
    ~RecentRunsReader();

    /// Starts reading when the runs become visible, and cancels it when they are hidden.
    void setOnView(bool isOnView);

private:
    struct Known
    {
        double writtenSeconds = 0;
        record::RunStatus status = record::RunStatus::Recording;
    };

    void work(const std::stop_token &stop);
    void look(const std::stop_token &stop);
    void read(const RecentRun &run, const std::stop_token &stop);
    void updateRecorded();

    Listener m_listener;
    runs::FolderWatch m_watch;
    RecordedRuns m_recorded; ///< used by the thread only, as are all members up to the mutex
    bool m_isWatched = false, m_isChanged = true;
    std::size_t m_looksToWait = 0;
    std::map<std::filesystem::path, Known> m_known; ///< used by the thread only
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    bool m_isOnView = false;
    std::stop_source m_reading;
    std::jthread m_thread;
};

} // namespace lensboard::app
