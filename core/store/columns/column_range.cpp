#include "core/store/columns/column_range.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>

namespace lensboard::store {

using record::Axis;

namespace {

/// Returns the position on the axis, with NaN mapped to the lowest value.
double orderedX(const ColumnView &series, const Chunk &chunk, std::size_t i, Axis axis)
{
    const double x = xOf(series, chunk, i, axis);
    return std::isnan(x) ? -std::numeric_limits<double>::infinity() : x;
}

std::unique_ptr<Column> sortedCopy(const ColumnView &series, Axis axis)
{
    std::vector<std::pair<double, PlacedValue>> values;
    values.reserve(series.column.size());
    for (std::size_t c = 0; c < series.column.chunks().size(); ++c) {
        const Chunk &chunk = loaded(series, series.column.chunk(c));
        for (std::size_t i = 0; i < chunk.size(); ++i)
            values.emplace_back(orderedX(series, chunk, i, axis), chunk.placed(i));
    }
    std::ranges::stable_sort(values, {}, &std::pair<double, PlacedValue>::first);
    auto sorted = std::make_unique<Column>();
    for (const auto &[x, placed] : values)
        sorted->append(placed);
    return sorted;
}

/// Adds all new values of \p series to \p order. Returns false if a new value belongs before existing ones.
bool extendOrder(const ColumnView &series, Axis axis, AxisOrder &order)
{
    const auto &chunks = series.column.chunks();
    ValueIndex known{order.chunk, order.index};
    stepBack(series.column, known);
    double last = -std::numeric_limits<double>::infinity();
    if (order.sorted)
        last = orderedX(series, order.sorted->chunks().back(), order.sorted->chunks().back().size() - 1, axis);
    else if (known < ValueIndex{order.chunk, order.index})
        last = orderedX(series, with(ChunkPart::Places, series, series.column.chunk(known.chunk)), known.index, axis);
    for (; order.chunk < chunks.size(); ++order.chunk, order.index = 0) {
        with(ChunkPart::Places, series, series.column.chunk(order.chunk));
        for (; order.index < chunks[order.chunk].size(); ++order.index) {
            const double x = orderedX(series, chunks[order.chunk], order.index, axis);
            if (x < last)
                return false;
            if (order.sorted)
                order.sorted->append(loaded(series, series.column.chunk(order.chunk)).placed(order.index));
            last = x;
        }
        if (order.chunk + 1 == chunks.size()) // the last chunk may still grow
            break;
    }
    return true;
}

} // namespace

ColumnView along(const ColumnView &series, Axis axis)
{
    if (axis == Axis::Step || series.column.size() == 0)
        return series;
    AxisOrder &order = series.column.order(axis);
    if (!extendOrder(series, axis, order)) {
        order.sorted = sortedCopy(series, axis);
        order.chunk = series.column.chunks().size() - 1;
        order.index = series.column.chunks().back().size();
    }
    return order.sorted ? ColumnView{*order.sorted, series.ticks} : series;
}

ValueIndex find(const ColumnView &series, Axis axis, double x, bool beyond)
{
    const auto isBefore = [&](const Chunk &chunk, std::size_t i) { // NaN sorts first
        const double here = xOf(series, chunk, i, axis);
        return beyond ? !(here > x) : !(here >= x);
    };
    const std::size_t count = series.column.chunks().size();
    const auto endsBefore = [&](std::size_t number) {
        const Chunk &chunk = with(ChunkPart::Ends, series, series.column.chunk(number));
        return isBefore(chunk, chunk.size() - 1);
    };
    std::size_t number = 0;
    for (std::size_t end = count; number < end;) {
        const std::size_t middle = (number + end) / 2;
        endsBefore(middle) ? number = middle + 1 : end = middle;
    }
    if (number == count)
        return {number, 0};
    const Chunk &chunk = with(ChunkPart::Places, series, series.column.chunk(number));
    std::size_t low = 0, high = chunk.size() - 1;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        isBefore(chunk, middle) ? low = middle + 1 : high = middle;
    }
    return {number, low};
}

void stepBack(const Column &column, ValueIndex &position)
{
    if (position.index > 0)
        --position.index;
    else if (position.chunk > 0)
        position = {position.chunk - 1, column.chunks()[position.chunk - 1].size() - 1};
}

namespace {

void stepOn(const Column &column, ValueIndex &position)
{
    if (position.chunk < column.chunks().size() && ++position.index == column.chunks()[position.chunk].size())
        position = {position.chunk + 1, 0};
}

} // namespace

std::pair<ValueIndex, ValueIndex> range(const ColumnView &series, const Window &window)
{
    ValueIndex first = find(series, window.axis, window.low, false), last = find(series, window.axis, window.high, true);
    stepBack(series.column, first);
    stepOn(series.column, last);
    return {first, last};
}

std::size_t countIn(Column &column, ValueIndex first, ValueIndex last)
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

ChunkPart nodesOf(std::size_t level)
{
    constexpr std::array kParts = {ChunkPart::Nodes16, ChunkPart::Nodes64, ChunkPart::Nodes256, ChunkPart::Ends};
    static_assert(kParts.size() == Chunk::kNodeSizes.size());
    return kParts[level];
}

const Chunk &with(ChunkPart part, const ColumnView &series, Chunk &chunk)
{
    chunk.use();
    if (!chunk.has(part))
        series.load(chunk, part);
    return chunk;
}

const Chunk &loaded(const ColumnView &series, Chunk &chunk)
{
    return with(ChunkPart::Values, series, chunk);
}

} // namespace lensboard::store
