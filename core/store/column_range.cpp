#include "core/store/column_range.h"

namespace lensboard::store {

using record::Axis;

Position find(const ColumnView &series, Axis axis, double x, bool beyond)
{
    const auto isBefore = [&](std::uint32_t frame) {
        const double here = xOf(series, frame, axis);
        return beyond ? here <= x : here < x;
    };
    const auto &chunks = series.column.chunks();
    const auto chunk = std::partition_point(chunks.begin(), chunks.end(),
                                            [&](const Chunk &c) { return isBefore(c.lastFrame()); });
    const auto number = static_cast<std::size_t>(chunk - chunks.begin());
    if (chunk == chunks.end())
        return {number, 0};
    std::size_t low = 0, high = chunk->size() - 1;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        isBefore(chunk->frame(middle)) ? low = middle + 1 : high = middle;
    }
    return {number, low};
}

void stepBack(const Column &column, Position &position)
{
    if (position.index > 0)
        --position.index;
    else if (position.chunk > 0)
        position = {position.chunk - 1, column.chunks()[position.chunk - 1].size() - 1};
}

namespace {

void stepOn(const Column &column, Position &position)
{
    if (position.chunk < column.chunks().size() && ++position.index == column.chunks()[position.chunk].size())
        position = {position.chunk + 1, 0};
}

} // namespace

std::pair<Position, Position> range(const ColumnView &series, const Window &window)
{
    Position first = find(series, window.axis, window.low, false), last = find(series, window.axis, window.high, true);
    stepBack(series.column, first);
    stepOn(series.column, last);
    return {first, last};
}

std::size_t countIn(Column &column, Position first, Position last)
{
    std::size_t count = 0;
    forEachChunk(column, first, last, [&](const Chunk &, std::size_t begin, std::size_t end) { count += end - begin; });
    return count;
}

std::optional<std::size_t> levelFor(std::size_t count, std::size_t least)
{
    std::optional<std::size_t> level;
    for (std::size_t i = 0; i < Chunk::kNodeSizes.size(); ++i)
        if (count / Chunk::kNodeSizes[i] >= least)
            level = i;
    return level;
}

const Chunk &loaded(const ColumnView &series, Chunk &chunk)
{
    if (!chunk.hasValues())
        series.load(chunk);
    return chunk;
}

} // namespace lensboard::store
