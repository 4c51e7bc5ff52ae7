#pragma once

#include "core/store/columns/trace.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace lensboard::store {

/// A value by its chunk and its number in it. The end is {chunks, 0}.
struct ValueIndex
{
    std::size_t chunk = 0;
    std::size_t index = 0;

    auto operator<=>(const ValueIndex &) const = default;
};

/// Where value \p i of \p chunk, whose places are here, stands.
inline double xOf(const ColumnView &series, const Chunk &chunk, std::size_t i, record::Axis axis)
{
    const double own = axis == record::Axis::WallTime ? chunk.wallSeconds(i) : record::kTicksTime;
    return std::isnan(own) ? coordinate(series.ticks[chunk.frame(i)], axis) : own;
}

/// \p series, if its values rise along \p axis, as they always do along steps; else a copy of it in which they do. A
/// run may come back to earlier steps later. Each value is read once; the copy is kept, and has all values.
ColumnView along(const ColumnView &series, record::Axis axis);

/// Returns the first value at or after \p x; after it, if \p beyond. This and what follows takes what along() returned.
ValueIndex find(const ColumnView &series, record::Axis axis, double x, bool beyond);

/// The one before; the first stays.
void stepBack(const Column &column, ValueIndex &position);

/// From the value before the window to the one after it.
std::pair<ValueIndex, ValueIndex> range(const ColumnView &series, const Window &window);

/// Calls \p visit with each chunk of the range, and the numbers of its first value and the one after its last.
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

/// The coarsest level of the pyramid that has \p least nodes over \p count values; none if the values themselves
/// are few enough.
std::optional<std::size_t> levelFor(std::size_t count, std::size_t least);

/// The part that nodes of \p level are.
ChunkPart nodesOf(std::size_t level);

/// \p chunk with \p part of it, until the run is looked at again.
const Chunk &with(ChunkPart part, const ColumnView &series, Chunk &chunk);
/// With its values.
const Chunk &loaded(const ColumnView &series, Chunk &chunk);

} // namespace lensboard::store
