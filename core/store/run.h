#pragma once

#include "core/record/axis.h"
#include "core/record/frame.h"
#include "core/record/run_event.h"
#include "core/record/run_info.h"
#include "core/record/tag_spec.h"
#include "core/store/columns/placed_value.h"
#include "core/store/columns/window.h"

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

class TickTable;
struct ColumnView;
class Media;

/// A reader's position in a run. A new cursor is before everything.
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

/// Changes of a run between two positions of a cursor.
struct RunChanges
{
    bool restarted = false;                                      ///< everything known before is invalid
    bool edited = false;                                         ///< values of earlier frames changed
    std::optional<record::RunInfo> info;                         ///< complete, if any field changed
    std::vector<std::pair<std::uint32_t, record::TagSpec>> tags; ///< new or changed tags, with their index
    std::vector<record::SeriesSpec> series;                      ///< new series, numbered after the known ones
    std::size_t firstFrame = 0, lastFrame = 0;                   ///< new frames, lastFrame excluded
    std::vector<record::RunEvent> events;

    /// Returns true if nothing changed.
    bool empty() const
    {
        return !restarted && !edited && !info && tags.empty() && series.empty() && firstFrame == lastFrame && events.empty();
    }
};

/// A value with the stamp of its tick, but the value's own time.
struct StampedValue
{
    record::TickStamp stamp;
    double value = 0;
};

/// A histogram with the stamp of its tick.
struct StampedHistogram
{
    std::uint32_t frame = 0;
    record::TickStamp stamp; ///< with the histogram's own time
    std::shared_ptr<const record::Histogram> histogram;
};

/// Position of a tensor in its run.
struct TensorPlace
{
    std::uint32_t frame = 0;
    record::TickStamp stamp;
};

/// Number of values of a series.
struct SeriesTally
{
    std::size_t count = 0;
    std::size_t nonFinite = 0; ///< included in count

    bool operator==(const SeriesTally &) const = default;
};

/// The number of runs in a mean value.
struct AveragedRuns
{
    std::size_t count = 1;
    std::size_t all = 1; ///< number of runs in the ensemble

    bool operator==(const AveragedRuns &) const = default;
};

/// A training's data, live, saved or imported. Readers follow structure, ticks and events by cursor and request values by series and
/// window, so they hold only the values they show. Stamps of values and histograms have the time of the measurement; it may differ from the
/// tick's time. A series number that does not exist is an empty series, because the run may have been restarted since the reader's cursor.
/// Thread: any.
/// Errors: RunFileError if the run is on disk and can no longer be read.
class Run
{
public:
    static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

    virtual ~Run() = default;

    /// Returns the run's information.
    virtual record::RunInfo info() const = 0;
    /// Blocks until late values of all ended ticks are complete. Readers do not see these ticks before.
    virtual void awaitLate() const {}
    /// Returns all changes after \p cursor and moves it to the end.
    virtual RunChanges since(RunCursor &cursor) const = 0;
    /// Returns up to \p most histograms of a series after the one at \p frame, or from the first one on; oldest first.
    virtual std::vector<StampedHistogram> histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most) const = 0;
    /// Returns all histograms of a series. The time grows with the length of the run.
    std::vector<StampedHistogram> histograms(std::uint32_t series) const { return histogramsAfter(series, std::nullopt, kAll); }
    /// Counts changes of histograms that readers may have read. After a change, a reader reads its histograms again.
    virtual std::uint64_t histogramEdits() const { return 0; }
    /// Returns the histogram at one frame; null if there is none, or it is in a file.
    virtual std::shared_ptr<const record::Histogram> histogram(std::uint32_t /*series*/, std::uint32_t /*frame*/) const { return nullptr; }
    /// Returns the positions of all tensors of a series, oldest first. Reads no tensor.
    virtual std::vector<TensorPlace> tensorPlaces(std::uint32_t) const { return {}; }
    /// Returns the tensor at a frame; null if it no longer exists.
    virtual std::shared_ptr<const record::TensorValue> tensor(std::uint32_t /*series*/, std::uint32_t /*frame*/) const
    {
        return nullptr;
    }
    /// Returns images, sounds, texts and curves in the run's files; they grow with the run. Returns null if there are none, or they cannot be read.
    virtual std::shared_ptr<const Media> media() const { return nullptr; }
    /// Takes constant time, for any length of the series.
    virtual SeriesTally tally(std::uint32_t series) const = 0;
    /// Returns the number of runs in the mean at \p step; the default is for a single run.
    virtual AveragedRuns averagedRuns(std::uint32_t /*series*/, std::int64_t /*step*/) const { return {}; }
    /// Returns a view of the same run with exact values only; reading may block for remote data. Returns null if this run is exact already.
    virtual std::shared_ptr<const Run> exact() const { return nullptr; }

    /// Returns the points to draw for a series. Keeps every spike.
    Trace trace(std::uint32_t series, const Window &window) const;
    /// Returns about \p most values in the window, evenly chosen; all values if there are no more.
    std::vector<StampedValue> sampled(std::uint32_t series, const Window &window, std::size_t most) const;
    /// Returns the last value at or before \p x.
    std::optional<StampedValue> valueAt(std::uint32_t series, record::Axis axis, double x) const;
    /// Returns the last value at or before \p x for each of \p series.
    std::vector<std::optional<StampedValue>> valuesAt(std::span<const std::uint32_t> series, record::Axis axis, double x) const;
    /// Returns the earliest value that is NaN or infinite.
    std::optional<StampedValue> firstNonFinite(std::uint32_t series) const;
    /// Returns up to \p count values from number \p first on.
    std::vector<PlacedValue> values(std::uint32_t series, std::size_t first, std::size_t count) const;
    /// Returns up to \p count values after \p last, or the first values if there is no \p last. Works while the run is being thinned.
    std::vector<PlacedValue> valuesAfter(std::uint32_t series, const std::optional<PlacedValue> &last, std::size_t count) const;
    /// Returns the stamps of the first and the last measurement along \p axis.
    std::optional<std::pair<record::TickStamp, record::TickStamp>> span(std::uint32_t series,
                                                                        record::Axis axis = record::Axis::Step) const;
    /// Returns frames \p first to \p last (excluded), with the values of all series, without histograms.
    std::vector<record::Frame> frames(std::size_t first, std::size_t last) const;
    /// Returns the stamps of ticks \p first to \p last (excluded).
    std::vector<record::TickStamp> ticks(std::size_t first, std::size_t last) const;
    /// Number of ticks that readers see.
    std::size_t frameCount() const;

    /// Receives the requested columns, in their order, and the run's ticks. Needs headers that are not installed.
    using Visitor = std::function<void(std::span<const ColumnView> columns, const TickTable &ticks)>;
    /// Calls \p look under the run's lock with the columns of \p series. For computations over many values.
    virtual void visit(std::span<const std::uint32_t> series, const Visitor &visitor) const = 0;
    /// Number of series.
    virtual std::size_t seriesCount() const = 0;
};

/// Returns the exact view of \p run, or \p run itself if it is exact.
inline std::shared_ptr<const Run> exactly(std::shared_ptr<const Run> run)
{
    auto exact = run->exact();
    return exact ? exact : run;
}

} // namespace lensboard::store
