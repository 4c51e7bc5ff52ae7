#pragma once

#include "core/record/histogram.h"
#include "core/visualizer/tensorboard_names.h"

#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lensboard::visualizer {

/// A TensorBoard log that grows: event files in a folder and in those below it. A folder that has some gets another one.
///
/// What is added becomes events, one for what has the same step and time; those of at most 250 ms wait for the next
/// endTick() or for flush().
class TensorboardLog
{
public:
    struct Time
    {
        std::int64_t step = 0;
        double wallSeconds = 0; ///< since 1970-01-01 UTC

        bool operator==(const Time &) const = default;
    };

    /// What is known of the values that a histogram counts besides their buckets.
    struct Counted
    {
        double mean = 0;
        double min = 0;
        double max = 0;
    };

    /// \p startedSeconds: when the run began; 0 if that is not known.
    /// Errors: std::runtime_error naming path and cause if nothing can be written below \p folder.
    TensorboardLog(std::filesystem::path folder, double startedSeconds);
    ~TensorboardLog(); ///< writes the rest if it can

    /// Becomes a float32, NaN and infinities as they are.
    void addScalar(Time time, const TensorboardPlace &place, double value);
    void addHistogram(Time time, const TensorboardPlace &place, const record::Histogram &buckets, const Counted &values);
    void addText(Time time, const std::string &tag, const std::string &text);
    /// As SummaryWriter.add_hparams() writes them: \p values is an object of numbers, texts and truth values, \p metrics
    /// a list of tags.
    void addHyperparameters(double wallSeconds, const nlohmann::json &values, const nlohmann::json &metrics);
    void endTick();

    /// Writes all ticks that ended.
    void flush();
    /// Why not all of that is on disk, empty if it is. The rest waits in memory and is tried again.
    const std::string &problem() const { return m_problem; }
    /// Those written so far.
    std::vector<std::filesystem::path> files() const;
    /// Removes the files written so far, and folders that were made for them, and drops all that waits.
    void discard();

private:
    struct Run;

    Run &runOf(const std::string &name);

    std::filesystem::path m_folder;
    double m_startedSeconds;
    bool m_isNewFolder;
    std::map<std::string, std::unique_ptr<Run>> m_runs; ///< by their folders below m_folder, itself being ""
    std::chrono::steady_clock::time_point m_flushed;
    std::string m_problem;
};

} // namespace lensboard::visualizer
