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

/// Writes event files that TensorBoard shows, live too. A folder that has some gets another one.
///
/// A value is a scalar, a range two of them, named by TensorboardNames. Steps are ticks, wall times the ticks'; values
/// become float32, NaN and infinities as they are. Of notes, texts are written. The ticks of at most 250 ms wait for the
/// next one or for flush().
class TensorboardWriter final : public Visualizer
{
public:
    /// Errors: std::runtime_error naming path and cause if nothing can be written below \p folder.
    explicit TensorboardWriter(std::filesystem::path folder) : m_log(std::move(folder), 0) {}

    std::uint32_t registerTag(const record::TagSpec &tag) override { return m_known.addTag(tag).value; }
    std::uint32_t registerSeries(const record::SeriesSpec &series) override;
    void plot(const record::TickStamp &stamp, std::span<const record::SeriesValue> values) override;
    void endTick(const record::TickStamp &) override { m_log.endTick(); }
    void note(const record::RunEvent &event) override;

    /// Writes all ticks that ended.
    void flush() { m_log.flush(); }
    /// Why not all of that is on disk, empty if it is. The rest waits in memory and is tried again.
    const std::string &problem() const { return m_log.problem(); }
    /// Those written so far.
    std::vector<std::filesystem::path> files() const { return m_log.files(); }

private:
    TensorboardLog m_log;
    TensorboardNames m_names;
    SeriesTable m_known;
    std::vector<TensorboardPlace> m_places; ///< of the series
};

} // namespace lensboard::visualizer
