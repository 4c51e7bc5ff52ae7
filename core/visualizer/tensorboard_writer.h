#pragma once

#include "core/visualizer/series_table.h"
#include "core/visualizer/tensorboard_log.h"
#include "core/visualizer/tensorboard_names.h"
#include "core/visualizer/visualizer.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace lensboard::visualizer {

/// Writes event files for TensorBoard, also while a run grows. Adds a new file if the folder already has some.
///
/// Writes a value as a scalar and a range as two scalars, named by TensorboardNames. Steps are tick numbers, with the ticks' wall times. Values
/// become float32; NaN and infinities stay. Of notes, writes texts only. Ticks of at most 250 ms wait for the next tick or for flush().
class TensorboardWriter final : public Visualizer
{
public:
    /// Errors: std::runtime_error naming path and cause if \p folder is not writable.
    explicit TensorboardWriter(std::filesystem::path folder) : m_log(std::move(folder), 0) {}

    std::uint32_t registerTag(const record::TagSpec &tag) override { return m_known.addTag(tag).value; }
    std::uint32_t registerSeries(const record::SeriesSpec &series) override;
    void plot(const record::TickStamp &stamp, std::span<const record::SeriesValue> values) override;
    void endTick(const record::TickStamp &) override { m_log.endTick(); }
    void note(const record::RunEvent &event) override;

    /// Writes all ended ticks.
    void flush() { m_log.flush(); }
    /// Returns the reason why ended ticks are not on disk; empty if they are. The rest stays in memory and is tried again.
    const record::Message &problem() const { return m_log.problem(); }
    /// Returns problem() as a warning for the run.
    record::Message warning() const { return record::message("TensorBoard's events: %1. They wait in memory and are tried again.", problem()); }
    /// Returns the files written so far.
    std::vector<std::filesystem::path> files() const { return m_log.files(); }

private:
    TensorboardLog m_log;
    TensorboardNames m_names;
    SeriesTable m_known;
    std::vector<TensorboardPlace> m_places; ///< by series
};

} // namespace lensboard::visualizer
