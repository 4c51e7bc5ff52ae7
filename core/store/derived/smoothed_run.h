#pragma once

#include "core/stats/exponential_average.h"
#include "core/store/run.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace lensboard::store {

/// A run whose lines and bands are exponential moving averages of another's: all else, steps and counts of
/// non-finite values too, is as it is there.
///
/// While the run is recorded a value is averaged with those before it. Once it has ended there is a second average of those after
/// it, and their mean is shown, which does not lag: for readers that is an edit.
///
/// A series is averaged when it is first asked for, and on from there as the run grows. Its pyramid is kept; of its
/// values those that were read last, others are computed again from where their chunk begins.
/// Thread: any.
class SmoothedRun final : public Run
{
public:
    /// Errors: std::invalid_argument if \p weight is not in [0, 1).
    SmoothedRun(std::shared_ptr<const Run> run, double weight);

    double weight() const;
    /// Readers learn that values were edited.
    void setWeight(double weight);

    record::RunInfo info() const override;
    RunChanges since(RunCursor &cursor) const override;
    std::vector<StampedHistogram> histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most) const override;
    std::uint64_t histogramEdits() const override;
    std::vector<TensorPlace> tensorPlaces(std::uint32_t series) const override;
    std::shared_ptr<const record::TensorValue> tensor(std::uint32_t series, std::uint32_t frame) const override;
    SeriesTally tally(std::uint32_t series) const override;
    AveragedRuns averagedRuns(std::uint32_t series, std::int64_t step) const override;
    void look(std::span<const std::uint32_t> series, const Look &look) const override;
    std::size_t seriesCount() const override;

    static constexpr std::size_t kMostKept = 2048; ///< chunks with values, 16 MB of them, and the last of each series
    /// How many chunks have their values in memory.
    std::size_t keptChunks() const;

private:
    struct SeriesState
    {
        explicit SeriesState(double weight) : average(weight) {}

        bool isSmoothed = true;
        Column column; ///< chunk by chunk that of the run
        std::vector<stats::ExponentialAverage> atChunk; ///< the average where each chunk begins
        std::vector<stats::ExponentialAverage> afterChunk; ///< that from the end back to where each chunk ends; none while it is recorded
        stats::ExponentialAverage average; ///< at the end
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
    mutable bool m_isCentred; ///< the run has ended
    mutable std::uint64_t m_changes = 0; ///< of the weight, and of whether the run has ended
    mutable RunCursor m_cursor;
    mutable std::vector<SeriesState> m_series;
    mutable std::deque<std::pair<std::uint32_t, std::size_t>> m_kept; ///< chunks that have values: series, number
};

} // namespace lensboard::store
