#pragma once

#include "core/record/axis.h"
#include "core/stats/point.h"
#include "core/store/columns/column.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace lensboard::store {

/// A stretch of an axis and how many pixel columns it is seen on.
struct Window
{
    record::Axis axis = record::Axis::Step;
    double low = 0;
    double high = 0;
    std::size_t columns = 0;
};

/// What can be seen of a series in a window.
struct Trace
{
    /// Rising along x; y is NaN where there is nothing finite. At most two a pixel column, the least and the
    /// greatest in the order in which they come, and one beyond either end, for the line to leave the plot.
    std::vector<stats::Point> points;
    /// Where values were not finite: y is NaN or an infinity, each kind once a pixel column.
    std::vector<stats::Point> nonFinite;
};

/// A column with what is needed to read it. Where values do not rise along an axis, they are shown in its order.
struct ColumnView
{
    Column &column;
    const TickTable &ticks;
    /// Brings what is away of a chunk.
    std::function<void(Chunk &, ChunkPart)> load = [](Chunk &, ChunkPart) {};
    std::span<const std::int64_t> resumed = {}; ///< steps before which it has gaps of its own, beside those of its lens
};

/// No spike is lost, however many values stand in a pixel column: where they are many, nodes of the min-max pyramid
/// stand for them, which places a spike to within a fraction of a pixel.
Trace trace(const ColumnView &series, const Window &window);

/// The values in the window, as they are if they are at most \p most, else about so many of them, evenly chosen.
std::vector<PlacedValue> sampled(const ColumnView &series, const Window &window, std::size_t most);

/// The first and the last along \p axis, as stamps; none if there are no values.
std::optional<std::pair<record::TickStamp, record::TickStamp>> spanOf(const ColumnView &series, record::Axis axis);

/// The last value at or before \p x; none while something stands in for it or its tick.
std::optional<PlacedValue> valueAt(const ColumnView &series, record::Axis axis, double x);

/// Returns the value nearest to \p x, the earlier of two; nullopt before the first value, or while something stands in for the value or its tick.
std::optional<PlacedValue> nearestValue(const ColumnView &series, record::Axis axis, double x);

/// Returns where the first value after \p x stands.
std::optional<double> placeAfter(const ColumnView &series, record::Axis axis, double x);

/// How many values lie before \p x.
std::size_t countBefore(const ColumnView &series, record::Axis axis, double x);

/// Loads the values of one chunk at most.
std::optional<PlacedValue> firstNonFinite(const ColumnView &series);

/// \p count values from number \p first on, or as many as there are.
std::vector<PlacedValue> valuesFrom(const ColumnView &series, std::size_t first, std::size_t count);

/// \p count values after the one at \p last, or the first ones; or as many as there are.
std::vector<PlacedValue> valuesAfter(const ColumnView &series, const std::optional<PlacedValue> &last, std::size_t count);

/// Frames \p first up to \p last, with the values that the columns have in them.
std::vector<record::Frame> framesOf(std::span<const ColumnView> series, const TickTable &ticks,
                                    std::size_t first, std::size_t last);

} // namespace lensboard::store
