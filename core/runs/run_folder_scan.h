#pragma once

#include "core/record/message.h"
#include "core/runs/run_summary.h"
#include "core/runs/run_tree.h"
#include "core/store/file/label_file.h"

#include <chrono>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <stop_token>

namespace lensboard::runs {

/// Repeatedly searches a folder and its subfolders for runs.
/// Thread: one at a time.
class RunScan
{
public:
    virtual ~RunScan() = default;

    struct Listener
    {
        std::function<void(const RunSummary &)> found; ///< called for a new or changed run
        std::function<void(const std::filesystem::path &)> gone;
        std::function<void(const std::vector<record::Message> &)> problems; ///< called with errors of unreadable parts of the folder
        std::function<void(bool)> looking = {}; ///< true: a search is in progress that has not covered the whole folder
    };
    /// Adds \p names to the quantities of summaries from the next look() on.
    /// Thread: any.
    virtual void want(QuantityNames names) = 0;
    /// Notifies \p listener of changes since the last call. Returns when the whole folder was searched, or a stop is requested.
    virtual void look(std::stop_token stop, const Listener &listener) = 0;
};

/// Returns the problem to report if the search of \p folder failed with \p error.
record::Message searchProblem(const std::filesystem::path &folder, const std::exception &error);

/// Scans a folder of this machine. Reports each run as soon as it is read. Runs that change often and are slow to read are read less
/// often. Errors are reported as problems, and the next look() continues.
///
/// Reads at most kEntriesAtOnce folder entries per kSlice. Compares the times of a run's files after a write. Runs that cannot be
/// watched are checked in rotation, kFilesAtOnce files per look().
class RunFolderScan final : public RunScan
{
public:
    static constexpr std::size_t kEntriesAtOnce = 20'000, kFilesAtOnce = 5000;
    static constexpr std::chrono::milliseconds kSlice{200};

    explicit RunFolderScan(std::filesystem::path folder) : m_folder(std::move(folder)), m_tree(m_folder, RunTree::Watches::Yes) {}

    void want(QuantityNames names) override;
    void look(std::stop_token stop, const Listener &listener) override;

    /// Returns the number of folder entries read and run files compared since construction.
    std::uint64_t entriesRead() const { return m_tree.entriesRead() + m_filesCompared; }

private:
    using Clock = std::chrono::steady_clock;

    struct Known
    {
        RunSummary summary;
        std::uint64_t fingerprint = 0; ///< of the times and sizes of its files
        Clock::time_point lookAgain;   ///< earliest time of the next read
        std::size_t files = 1;
        bool isDue = true;   ///< its files may have changed
        bool isRenamed = false; ///< its name has changed since the last report
        bool isWatched = false;
    };

    void lookAt(const std::stop_token &stop, const Listener &listener);
    void report(const std::vector<record::Message> &problems, const Listener &listener);
    void takeLabels(const Listener &listener);
    void takeFound();
    void takeWritten();
    void takeUnwatched();
    void readDue(const std::stop_token &stop, const Listener &listener);
    void dropGone(const Listener &listener);
    static bool read(const std::filesystem::path &path, Known &known, const QuantityNames &wanted);

    std::filesystem::path m_folder;
    store::LabelFile m_labels;
    RunTree m_tree;
    std::uint64_t m_version = 0; ///< of the tree at the last takeFound()
    std::map<std::filesystem::path, Known> m_known;
    std::filesystem::path m_lastUnwatched; ///< last run of the rotation
    std::uint64_t m_filesCompared = 0;
    bool m_isLooking = false;
    std::mutex m_mutex;
    QuantityNames m_wanted; ///< guarded by m_mutex
    std::vector<record::Message> m_problems;
};

} // namespace lensboard::runs
