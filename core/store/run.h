#pragma once

#include "core/record/axis.h"
#include "core/record/frame.h"
#include "core/record/run_event.h"
#include "core/record/run_info.h"
#include "core/record/tag_spec.h"
#include "core/store/columns/trace.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace lensboard::store {

/// How far a reader has read a run. A fresh cursor stands before everything.
struct RunCursor
{
    std::uint64_t generation = 0;
    std::uint64_t info = 0;
    std::uint64_t edits = 0;
    std::size_t tags = 0;
    std::size_t series = 0;
    std::size_t frames = 0;
    std::size_t events = 0;

    bool operator==(const RunCursor &) const = default;
};

/// What a run gained between two positions of a cursor.
struct RunChanges
{
    bool restarted = false;                                      ///< all that was known before is void
    bool edited = false;                                         ///< values of earlier frames changed
    std::optional<record::RunInfo> info;                         ///< whole, if any of it changed
    std::vector<std::pair<std::uint32_t, record::TagSpec>> tags; ///< new or changed, with their index
    std::vector<record::SeriesSpec> series;                      ///< follow those already known
    std::size_t firstFrame = 0, lastFrame = 0;                   ///< frames from the first up to, without, the last
    std::vector<record::RunEvent> events;

    bool empty() const
    {
        return !restarted && !edited && !info && tags.empty() && series.empty() && firstFrame == lastFrame && events.empty();
    }
};

/// A value with its tick, and its own time.
struct StampedValue
{
    record::TickStamp stamp;
    double value = 0;
};

struct StampedHistogram
{
    std::uint32_t frame = 0;
    record::TickStamp stamp; ///< with its own time
    std::shared_ptr<const record::Histogram> histogram;
};

/// Where a tensor stands in its run.
struct TensorPlace
{
    std::uint32_t frame = 0;
    record::TickStamp stamp;
};

struct SeriesTally
{
    std::size_t count = 0;
    std::size_t nonFinite = 0; ///< of these

    bool operator==(const SeriesTally &) const = default;
};

/// Of how many runs a value is the mean.
struct AveragedRuns
{
    std::size_t count = 1;
    std::size_t all = 1; ///< the runs of which it could be

    bool operator==(const AveragedRuns &) const = default;
};

/// A training as it was seen: live, saved or imported alike. What it is made of is followed by cursor; values are
/// asked for by series and window, so a reader holds no more than it shows. Stamps of values and histograms have the time
/// at which each was measured, which may be another than its tick's. A series that there is not is empty: the run
/// may have begun anew since the reader's cursor.
/// Thread: any.
/// Errors: RunFileError where the run is on disk and cannot be read any more.
class Run
{
public:
    static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

    virtual ~Run() = default;

    virtual record::RunInfo info() const = 0;
    /// Waits for values of ticks that ended that are still being computed: readers do not find these ticks before.
    virtual void awaitLate() const {}
    /// Everything committed since \p cursor, which it moves to the end.
    virtual RunChanges since(RunCursor &cursor) const = 0;
    /// The next \p most histograms of a series after that of \p frame, or its first ones; oldest first.
    virtual std::vector<StampedHistogram> histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most) const = 0;
    /// All of them. Takes as long as the run is.
    std::vector<StampedHistogram> histograms(std::uint32_t series) const { return histogramsAfter(series, std::nullopt, kAll); }
    /// Counts changes of histograms that could be read before. A reader that keeps some reads them again after a change.
    virtual std::uint64_t histogramEdits() const { return 0; }
    /// The histogram at one frame; null if there is none, or it is in a file.
    virtual std::shared_ptr<const record::Histogram> histogram(std::uint32_t /*series*/, std::uint32_t /*frame*/) const { return nullptr; }
    /// Of a series of the role Tensor, oldest first; what is known of it costs no tensor.
    virtual std::vector<TensorPlace> tensorPlaces(std::uint32_t) const { return {}; }
    /// That of a place; null if it is not there any more.
    virtual std::shared_ptr<const record::TensorValue> tensor(std::uint32_t /*series*/, std::uint32_t /*frame*/) const
    {
        return nullptr;
    }
    /// Costs nothing, however long the series is.
    virtual SeriesTally tally(std::uint32_t series) const = 0;
    /// What the value at \p step is the mean of, if the run is that of several.
    virtual AveragedRuns averagedRuns(std::uint32_t /*series*/, std::int64_t /*step*/) const { return {}; }
    /// The same run for a reader that may wait for values from elsewhere, and needs each as it is. Null if this one is so.
    virtual std::shared_ptr<const Run> exact() const { return nullptr; }

    Trace trace(std::uint32_t series, const Window &window) const;
    /// About \p most values in the window, evenly chosen; all if there are no more.
    std::vector<StampedValue> sampled(std::uint32_t series, const Window &window, std::size_t most) const;
    /// The last value at or before \p x.
    std::optional<StampedValue> valueAt(std::uint32_t series, record::Axis axis, double x) const;
    /// Of each of \p series the last value at or before \p x.
    std::vector<std::optional<StampedValue>> valuesAt(std::span<const std::uint32_t> series, record::Axis axis, double x) const;
    /// The earliest value that is not finite.
    std::optional<StampedValue> firstNonFinite(std::uint32_t series) const;
    /// \p count values from number \p first on, or as many as there are.
    std::vector<PlacedValue> values(std::uint32_t series, std::size_t first, std::size_t count) const;
    /// \p count values after the one at \p last, or the first ones; or as many as there are. The run may be thinned meanwhile.
    std::vector<PlacedValue> valuesAfter(std::uint32_t series, const std::optional<PlacedValue> &last, std::size_t count) const;
    /// When it was measured first and last along \p axis.
    std::optional<std::pair<record::TickStamp, record::TickStamp>> span(std::uint32_t series,
                                                                        record::Axis axis = record::Axis::Step) const;
    /// Frames \p first up to, without, \p last, with the values of all series, without histograms.
    std::vector<record::Frame> frames(std::size_t first, std::size_t last) const;
    std::vector<record::TickStamp> ticks(std::size_t first, std::size_t last) const;
    std::size_t frameCount() const;

    using Look = std::function<void(std::span<const ColumnView> columns, const TickTable &ticks)>;
    /// Calls \p look, under the run's lock, with the columns of \p series: for what is computed from many values.
    virtual void look(std::span<const std::uint32_t> series, const Look &look) const = 0;
    virtual std::size_t seriesCount() const = 0;
};

/// \p run, or what is exact of it.
inline std::shared_ptr<const Run> exactly(std::shared_ptr<const Run> run)
{
    auto exact = run->exact();
    return exact ? exact : run;
}

} // namespace lensboard::store
