#pragma once

#include "core/store/columns/trace.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace lensboard::store {

/// Position of a value: chunk index, and index in the chunk. The end position is {number of chunks, 0}.
struct ValueIndex
{
    std::size_t chunk = 0;
    std::size_t index = 0;

    auto operator<=>(const ValueIndex &) const = default;
};

/// Returns the position of value \p i of \p chunk on the axis. The places of the chunk must be in memory.
inline double xOf(const ColumnView &series, const Chunk &chunk, std::size_t i, record::Axis axis)
{
    const double own = axis == record::Axis::WallTime ? chunk.wallSeconds(i) : record::kTicksTime;
    return std::isnan(own) ? coordinate(series.ticks[chunk.frame(i)], axis) : own;
}

/// Returns \p series if its values are in order along \p axis (always true for steps), otherwise a sorted copy of all its values. A run may
/// return to earlier steps, so its times need not be in order. The copy is kept; each value is read only once.
ColumnView along(const ColumnView &series, record::Axis axis);

/// Returns the first value at or after \p x, or after \p x if \p beyond. \p series here and below must come from along().
ValueIndex find(const ColumnView &series, record::Axis axis, double x, bool beyond);

/// Moves to the previous value. Stays at the first value.
void stepBack(const Column &column, ValueIndex &position);

/// Returns the range from the last value before the window to the first value after it.
std::pair<ValueIndex, ValueIndex> range(const ColumnView &series, const Window &window);

/// Calls \p visit with each chunk of the range, the index of its first value, and the index after its last value in the range.
template <typename Visit>
void forEachChunk(Column &column, ValueIndex first, ValueIndex last, const Visit &visit)
{
    for (std::size_t i = first.chunk; i < column.chunks().size() && i <= last.chunk; ++i) {
        const std::size_t begin = i == first.chunk ? first.index : 0;
        const std::size_t end = i == last.chunk ? last.index : column.chunks()[i].size();
        if (begin < end)
            visit(column.chunk(i), begin, end);
    }
}

std::size_t countIn(Column &column, ValueIndex first, ValueIndex last);

/// Returns the coarsest pyramid level with at least \p least nodes over \p count values; nullopt if no level has that many.
std::optional<std::size_t> levelFor(std::size_t count, std::size_t least);

/// Returns the chunk part for the nodes of \p level.
ChunkPart nodesOf(std::size_t level);

/// Returns \p chunk with \p part in memory. Valid until the next Run::look().
const Chunk &with(ChunkPart part, const ColumnView &series, Chunk &chunk);
/// Returns \p chunk with its values in memory.
const Chunk &loaded(const ColumnView &series, Chunk &chunk);

} // namespace lensboard::store
