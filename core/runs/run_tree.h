#pragma once

#include "core/import/tensorboard/added_scalars.h"
#include "core/import/tensorboard/tensorboard_writers.h"
#include "core/record/message.h"
#include "core/runs/folder_watch.h"
#include "core/runs/run_search.h"

#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::runs {

/// The runs in a folder and its subfolders, or in a database of several. Found step by step, then kept up to date.
///
/// A watched folder is read once, and later only its changed entries. For other folders, each look() compares the times of at most
/// kPolledAtOnce folders, of large ones less often.
/// Thread: one at a time.
class RunTree
{
public:
    static constexpr std::size_t kPolledAtOnce = 5000;

    enum class Watches { No, Yes };

    RunTree(std::filesystem::path top, Watches watches);
    ~RunTree();

    /// Reads at most \p most entries of new or changed folders. Returns true if none are left. If \p stop is requested, ignore
    /// the result.
    bool look(std::size_t most, const std::stop_token &stop);
    /// Returns runs and problems as of the last look().
    const FoundRuns &found() const { return m_found; }
    /// Increases when found() changes.
    std::uint64_t version() const { return m_version; }

    /// Returns the files and folders in watched folders that were written to since the last call.
    std::set<std::string> takeWritten() { return std::exchange(m_written, {}); }
    /// Returns true if takeWritten() reports changes of \p run.
    bool isWatched(const std::filesystem::path &run) const;
    /// Returns true once after changes were lost: any run may have been written to.
    bool takeLoss() { return std::exchange(m_isLoss, false); }

    /// Returns the number of folder entries read and folder times compared since construction.
    std::uint64_t entriesRead() const { return m_entriesRead; }

private:
    enum class Kind { Folder, Link, Run, Database, EventFile, Undecided };
    struct Folder;
    struct Reading;

    void add(const std::string &path, int level, bool isLink);
    void forget(const std::string &path);
    void enter(const std::string &path);
    void read(const std::stop_token &stop);
    void finishReading(const std::stop_token &stop);
    void setEntry(const std::string &path, Folder &folder, const std::string &name, std::optional<Kind> kind);
    void settle(const std::string &path, Folder &folder, const std::stop_token &stop);
    void takeChanges(const std::stop_token &stop);
    void poll(const std::stop_token &stop);
    void check(const std::string &path, const std::stop_token &stop);
    void setProblem(Folder &folder, const record::Message &problem);
    void collect();

    bool mayBeAdded(const std::string &path, const Folder &folder) const;

    static std::optional<Kind> kindOf(const std::filesystem::directory_entry &entry);
    static std::optional<Kind> kindAt(const std::string &path);

    const std::string m_top;
    std::unique_ptr<FolderWatch> m_watch; ///< null: watching is off
    imports::TensorboardWriters m_writers;
    imports::AddedScalars m_added;
    std::map<std::string, Folder> m_folders; ///< by path
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::string> m_identities; ///< by device and inode: the first path to each folder
    std::deque<std::string> m_waiting, m_links; ///< folders to enter; links last, so that a run gets its own name
    std::unique_ptr<Reading> m_reading;
    std::set<std::string> m_polled;
    std::string m_lastPolled;
    std::set<std::string> m_written;
    std::size_t m_entries = 0; ///< number of entries in all folders
    std::size_t m_left = 0;    ///< entries that this look() may still read
    std::uint64_t m_looks = 0, m_entriesRead = 0, m_version = 0;
    bool m_isLoss = false;
    bool m_isChanged = false;
    FoundRuns m_found;
};

} // namespace lensboard::runs
