#pragma once

#include "core/record/histogram.h"
#include "core/record/message.h"
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

/// A growing TensorBoard log: event files in a folder and its subfolders. Adds a new event file if the folder already has some.
///
/// Writes one event for all data with equal step and time. Events of at most 250 ms wait for the next endTick() or for flush().
class TensorboardLog
{
public:
    struct Time
    {
        std::int64_t step = 0;
        double wallSeconds = 0; ///< since 1970-01-01 UTC

        bool operator==(const Time &) const = default;
    };

    /// Statistics of the values in a histogram.
    struct Counted
    {
        double mean = 0;
        double min = 0;
        double max = 0;
    };

    /// \p startedSeconds: start of the run; 0 if not known.
    /// Errors: std::runtime_error naming path and cause if \p folder is not writable.
    TensorboardLog(std::filesystem::path folder, double startedSeconds);
    ~TensorboardLog(); ///< writes the rest, if possible

    /// Writes \p value as float32; keeps NaN and infinities.
    void addScalar(Time time, const TensorboardPlace &place, double value);
    void addHistogram(Time time, const TensorboardPlace &place, const record::Histogram &buckets, const Counted &values);
    void addText(Time time, const std::string &tag, const std::string &text);
    /// Writes the format of SummaryWriter.add_hparams(): \p values is an object of numbers, strings and booleans, \p metrics a list of tags.
    void addHyperparameters(double wallSeconds, const nlohmann::json &values, const nlohmann::json &metrics);
    void endTick();

    /// Writes all ended ticks.
    void flush();
    /// Returns the reason why ended ticks are not on disk; empty if they are. The rest stays in memory and is tried again.
    const record::Message &problem() const { return m_problem; }
    /// Returns the files written so far.
    std::vector<std::filesystem::path> files() const;
    /// Deletes the files written so far and the folders made for them, and discards all waiting data.
    void discard();

private:
    struct Run;

    Run &runOf(const std::string &name);

    std::filesystem::path m_folder;
    double m_startedSeconds;
    bool m_isNewFolder;
    std::map<std::string, std::unique_ptr<Run>> m_runs; ///< by folder below m_folder; "" is m_folder itself
    std::chrono::steady_clock::time_point m_flushed;
    record::Message m_problem;
};

} // namespace lensboard::visualizer
