#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace lensboard::app {

/// A run that was worked with lately.
struct RecentRun
{
    std::filesystem::path path;
    double writtenSeconds = 0; ///< when it was written to last, since 1970-01-01 UTC
    bool hasCheckpoint = false;

    bool operator==(const RecentRun &) const = default;
};

/// Returns true if \p path has a run file's extension. Does not access the file.
bool mayBeRun(const std::filesystem::path &path);

/// The run files in a folder, the one that was written to last first.
struct RecordedRuns
{
    std::vector<RecentRun> runs = {};
    std::size_t entries = 0; ///< of the folder
};
/// Reads the folder, and no run.
/// Thread: any.
RecordedRuns recordedRuns(const std::filesystem::path &folder);

/// At most \p most runs, the one that was written to last first: of \p opened, the last one first, and of \p recorded
/// by turns. Runs that are not there any more, or are no files, are left out. Reads no run.
/// Thread: any.
std::vector<RecentRun> recentRuns(const std::vector<std::filesystem::path> &opened, const std::vector<RecentRun> &recorded, std::size_t most);

} // namespace lensboard::app
