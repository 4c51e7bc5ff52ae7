#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace lensboard::app {

/// A recently used run.
struct RecentRun
{
    std::filesystem::path path;
    double writtenSeconds = 0; ///< time of the last write, seconds since 1970-01-01 UTC
    bool hasCheckpoint = false;

    bool operator==(const RecentRun &) const = default;
};

/// Returns true if \p path has a run file's extension. Does not access the file.
bool mayBeRun(const std::filesystem::path &path);

/// The run files in a folder, last written first.
struct RecordedRuns
{
    std::vector<RecentRun> runs = {};
    std::size_t entries = 0; ///< number of entries in the folder
};
/// Reads the folder without opening the runs.
/// Thread: any.
RecordedRuns recordedRuns(const std::filesystem::path &folder);

/// Returns at most \p most runs, last written first, taken alternately from \p opened (last opened first) and \p recorded. Omits
/// missing runs and folders. Opens no run.
/// Thread: any.
std::vector<RecentRun> recentRuns(const std::vector<std::filesystem::path> &opened, const std::vector<RecentRun> &recorded, std::size_t most);

} // namespace lensboard::app
