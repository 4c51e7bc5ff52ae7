#pragma once

#include "core/import/run_summary.h"
#include "core/import/run_tree.h"
#include "core/store/file/label_file.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <stop_token>

namespace lensboard::imports {

/// The runs in a folder and below, looked at again and again.
/// Thread: one at a time.
class RunScan
{
public:
    virtual ~RunScan() = default;

    struct Listener
    {
        std::function<void(const RunSummary &)> found; ///< new, or not as it was
        std::function<void(const std::filesystem::path &)> gone;
        std::function<void(const std::vector<std::string> &)> problems; ///< what of the folder cannot be read now
        std::function<void(bool)> looking = {}; ///< true: parts of the folder were not looked at yet
    };
    /// What summaries have among their quantities from the next look on.
    /// Thread: any.
    virtual void want(QuantityNames names) = 0;
    /// Notifies \p listener of changes since the last look. Returns when all of the folder was looked at, or a stop is requested.
    virtual void look(std::stop_token stop, const Listener &listener) = 0;
};

/// That of a folder of this machine. Runs are reported one by one as they are read. A run that keeps changing and takes long to read is read
/// again only now and then. An error becomes a problem, and the next look goes on.
///
/// Reads at most kEntriesAtOnce entries of folders per kSlice. Compares the times of a run's files after one was written to. Runs that
/// are not watched take turns, kFilesAtOnce files per look.
class RunFolderScan final : public RunScan
{
public:
    static constexpr std::size_t kEntriesAtOnce = 20'000, kFilesAtOnce = 5000;
    static constexpr std::chrono::milliseconds kSlice{200};

    explicit RunFolderScan(std::filesystem::path folder) : m_folder(std::move(folder)), m_tree(m_folder, RunTree::Watches::Yes) {}

    void want(QuantityNames names) override;
    void look(std::stop_token stop, const Listener &listener) override;

    /// Entries of folders that were read, and files of runs whose times were compared, since the beginning.
    std::uint64_t entriesRead() const { return m_tree.entriesRead() + m_filesCompared; }

private:
    using Clock = std::chrono::steady_clock;

    struct Known
    {
        RunSummary summary;
        std::uint64_t fingerprint = 0; ///< of its files' times and sizes
        Clock::time_point lookAgain;   ///< not before
        std::size_t files = 1;
        bool isDue = true;   ///< its files may have changed
        bool isRenamed = false; ///< its name has changed, and was not reported
        bool isWatched = false;
    };

    void lookAt(const std::stop_token &stop, const Listener &listener);
    void report(const std::vector<std::string> &problems, const Listener &listener);
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
    std::uint64_t m_version = 0; ///< of the tree, as it was taken last
    std::map<std::filesystem::path, Known> m_known;
    std::filesystem::path m_lastUnwatched; ///< the last one that was due for it
    std::uint64_t m_filesCompared = 0;
    bool m_isLooking = false;
    std::mutex m_mutex;
    QuantityNames m_wanted; ///< guarded by it
    std::vector<std::string> m_problems;
};

} // namespace lensboard::imports
