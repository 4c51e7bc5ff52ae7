#include "app/recent_runs.h"

#include "core/session/resumed_run.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace lensboard::app {

namespace fs = std::filesystem;

namespace {

/// Returns nullopt if \p path does not exist or is not a file.
std::optional<fs::file_time_type> timeOfFile(const fs::path &path)
{
    std::error_code error;
    if (!fs::is_regular_file(path, error))
        return std::nullopt;
    const auto time = fs::last_write_time(path, error);
    return error ? std::nullopt : std::optional(time);
}

std::optional<RecentRun> recentRun(const fs::path &path)
{
    auto time = timeOfFile(path);
    if (!time)
        return std::nullopt;
    if (const auto journal = timeOfFile(path.string() + "-wal")) // of a run that is being recorded
        time = std::max(*time, *journal);
    const auto written = std::chrono::file_clock::to_sys(*time);
    return RecentRun{path, std::chrono::duration<double>(written.time_since_epoch()).count(), session::hasCheckpoint(path)};
}

bool isLater(const RecentRun &a, const RecentRun &b)
{
    return a.writtenSeconds > b.writtenSeconds;
}

} // namespace

RecordedRuns recordedRuns(const fs::path &folder)
{
    RecordedRuns found;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error), ++found.entries)
        if (entry->path().extension() == ".lbrun")
            if (const auto run = recentRun(entry->path()))
                found.runs.push_back(*run);
    std::ranges::sort(found.runs, isLater);
    return found;
}

bool mayBeRun(const fs::path &path)
{
    constexpr std::array<std::string_view, 5> kOthers = {".json", ".pt", ".pth", ".ts", ".torchscript"};
    return path.has_extension() && std::ranges::find(kOthers, path.extension().string()) == kOthers.end();
}

std::vector<RecentRun> recentRuns(const std::vector<fs::path> &opened, const std::vector<RecentRun> &recorded, std::size_t most)
{
    std::vector<RecentRun> chosen;
    const auto choose = [&](const std::optional<RecentRun> &run) {
        if (run && chosen.size() < most && std::ranges::find(chosen, run->path, &RecentRun::path) == chosen.end())
            chosen.push_back(*run);
    };
    for (std::size_t i = 0; i < std::max(opened.size(), recorded.size()) && chosen.size() < most; ++i) {
        if (i < opened.size() && mayBeRun(opened[i]))
            choose(recentRun(opened[i]));
        if (i < recorded.size())
            choose(recorded[i]);
    }
    std::ranges::sort(chosen, isLater);
    return chosen;
}

} // namespace lensboard::app
