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

/// Whether \p path is called as a run's file is: experiments and models are not. Looks at nothing but the path.
bool mayBeRun(const std::filesystem::path &path);

/// At most \p most runs, the one that was written to last first: of \p opened, the last one first, and of the run files in \p folder
/// by turns. What is not there any more, or is no file, is left out. Reads no run.
/// Thread: any.
std::vector<RecentRun> recentRuns(const std::vector<std::filesystem::path> &opened, const std::filesystem::path &folder, std::size_t most);

} // namespace lensboard::app
