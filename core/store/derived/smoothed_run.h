#pragma once

#include "core/stats/exponential_average.h"
#include "core/store/columns/trace.h"
#include "core/store/run.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace lensboard::store {

/// A run with lines and bands replaced by exponential moving averages of another run's. Everything else is unchanged, including steps and
/// counts of non-finite values.
///
/// During recording, a value is averaged with the values before it. After the end of the run, a second average runs backwards over the
/// values after it; the mean of both is shown, because it does not lag. Readers see this as an edit.
///
/// A series is averaged when it is first requested, and then as the run grows. Its pyramid is kept. Only the most recently read values are
/// kept; others are computed again from the beginning of their chunk.
/// Thread: any.
class SmoothedRun final : public Run
{
public:
    /// Errors: std::invalid_argument if \p weight is not in [0, 1).
    SmoothedRun(std::shared_ptr<const Run> run, double weight);

    double weight() const;
    /// Readers see this as an edit of the values.
    void setWeight(double weight);

    record::RunInfo info() const override;
    RunChanges since(RunCursor &cursor) const override;
    std::vector<StampedHistogram> histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most) const override;
    std::uint64_t histogramEdits() const override;
    std::vector<TensorPlace> tensorPlaces(std::uint32_t series) const override;
    std::shared_ptr<const record::TensorValue> tensor(std::uint32_t series, std::uint32_t frame) const override;
    SeriesTally tally(std::uint32_t series) const override;
    AveragedRuns averagedRuns(std::uint32_t series, std::int64_t step) const override;
    void visit(std::span<const std::uint32_t> series, const Visitor &visitor) const override;
    std::size_t seriesCount() const override;

    static constexpr std::size_t kMaxKept = 2048; ///< chunks with values (16 MB of values), in addition to the last chunk of each series
    /// Returns the number of chunks with values in memory.
    std::size_t keptChunks() const;

private:
    struct SeriesState
    {
        explicit SeriesState(double weight) : average(weight) {}

        bool isSmoothed = true;
        Column column; ///< has the same chunks as the run's column
        std::vector<stats::ExponentialAverage> atChunk; ///< average at the beginning of each chunk
        std::vector<stats::ExponentialAverage> afterChunk; ///< backward average at the end of each chunk; empty during recording
        stats::ExponentialAverage average; ///< average at the end
    };

    void follow() const;
    void beginAnew() const;
    void catchUp(std::uint32_t series, const ColumnView &source) const;
    void centre(std::uint32_t series, const ColumnView &source) const;
    void cutFrom(SeriesState &state, std::size_t chunk) const;
    void load(std::uint32_t series, Chunk &chunk, const ColumnView &source) const;
    void keep(std::uint32_t series, std::size_t chunk) const;

    std::shared_ptr<const Run> m_run;
    mutable std::mutex m_mutex;
    double m_weight;
    mutable bool m_isCentred; ///< the run has ended, so averages run in both directions
    mutable std::uint64_t m_changes = 0; ///< number of changes of the weight and of m_isCentred
    mutable RunCursor m_cursor;
    mutable std::vector<SeriesState> m_series;
    mutable std::deque<std::pair<std::uint32_t, std::size_t>> m_kept; ///< chunks with values: series, number
};

} // namespace lensboard::store
