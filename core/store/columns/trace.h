#pragma once

#include "core/record/axis.h"
#include "core/store/columns/column.h"
#include "core/store/columns/window.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace lensboard::store {

/// A column and the data needed to read it. If its values are not in order along an axis, they are shown sorted.
struct ColumnView
{
    Column &column;
    const TickTable &ticks;
    /// Loads a part of a chunk into memory.
    std::function<void(Chunk &, ChunkPart)> load = [](Chunk &, ChunkPart) {};
    std::span<const std::int64_t> resumed = {}; ///< steps that end gaps of this series alone, in addition to the gaps of its lens
};

/// Returns the points to draw. Keeps every spike: where a pixel column has many values, uses nodes of the min-max pyramid. They place a
/// spike within a fraction of a pixel.
Trace trace(const ColumnView &series, const Window &window);

/// Returns the values in the window; if there are more than \p most, evenly chosen ones, about \p most of them.
std::vector<PlacedValue> sampled(const ColumnView &series, const Window &window, std::size_t most);

/// Returns the stamps of the first and the last value along \p axis; nullopt if there are no values.
std::optional<std::pair<record::TickStamp, record::TickStamp>> spanOf(const ColumnView &series, record::Axis axis);

/// Returns the last value at or before \p x; nullopt if the value or its tick is an estimate.
std::optional<PlacedValue> valueAt(const ColumnView &series, record::Axis axis, double x);

/// Returns the value nearest to \p x, the earlier of two; nullopt before the first value, or if the value or its tick is an estimate.
std::optional<PlacedValue> nearestValue(const ColumnView &series, record::Axis axis, double x);

/// Returns the position of the first value after \p x.
std::optional<double> placeAfter(const ColumnView &series, record::Axis axis, double x);

/// Returns the number of values before \p x.
std::size_t countBefore(const ColumnView &series, record::Axis axis, double x);

/// Returns the first value that is NaN or infinite. Loads the values of at most one chunk.
std::optional<PlacedValue> firstNonFinite(const ColumnView &series);

/// Returns up to \p count values from number \p first on.
std::vector<PlacedValue> valuesFrom(const ColumnView &series, std::size_t first, std::size_t count);

/// Returns up to \p count values after \p last, or the first values if there is no \p last.
std::vector<PlacedValue> valuesAfter(const ColumnView &series, const std::optional<PlacedValue> &last, std::size_t count);

/// Returns frames \p first to \p last (excluded), with the values of the columns. The series number is the index in \p series.
std::vector<record::Frame> framesOf(std::span<const ColumnView> series, const TickTable &ticks,
                                    std::size_t first, std::size_t last);

} // namespace lensboard::store
