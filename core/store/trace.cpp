#include "core/store/trace.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lensboard::store {

using record::Axis;
using stats::Extent;
using stats::Point;

namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
/// Nodes a pixel column, at least: what a node spans is drawn where it begins.
constexpr std::size_t kNodesPerColumn = 4;

/// A value by its chunk and its number in it. The end is {chunks, 0}.
struct Position
{
    std::size_t chunk = 0;
    std::size_t index = 0;

    auto operator<=>(const Position &) const = default;
};

double xOf(const ColumnView &series, std::uint32_t frame, Axis axis)
{
    return coordinate(series.ticks[frame], axis);
}

/// The first value at or after \p x; after it, if \p beyond.
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

void stepOn(const Column &column, Position &position)
{
    if (position.chunk < column.chunks().size() && ++position.index == column.chunks()[position.chunk].size())
        position = {position.chunk + 1, 0};
}

/// From the value before the window to the one after it.
std::pair<Position, Position> range(const ColumnView &series, const Window &window)
{
    Position first = find(series, window.axis, window.low, false), last = find(series, window.axis, window.high, true);
    stepBack(series.column, first);
    stepOn(series.column, last);
    return {first, last};
}

/// Calls \p visit with each chunk of the range, and the numbers of its first value and the one after its last.
template <typename Visit>
void forEachChunk(Column &column, Position first, Position last, const Visit &visit)
{
    for (std::size_t i = first.chunk; i < column.chunks().size() && i <= last.chunk; ++i) {
        const std::size_t begin = i == first.chunk ? first.index : 0;
        const std::size_t end = i == last.chunk ? last.index : column.chunks()[i].size();
        if (begin < end)
            visit(column.chunk(i), begin, end);
    }
}

std::size_t countIn(Column &column, Position first, Position last)
{
    std::size_t count = 0;
    forEachChunk(column, first, last, [&](const Chunk &, std::size_t begin, std::size_t end) { count += end - begin; });
    return count;
}

const Chunk &loaded(const ColumnView &series, Chunk &chunk)
{
    if (!chunk.hasValues())
        series.load(chunk);
    return chunk;
}

/// Gathers what falls into one pixel column and draws it as two points.
class PixelColumns
{
public:
    PixelColumns(const Window &window, Trace &out)
        : m_low(window.low), m_width((window.high - window.low) / static_cast<double>(window.columns)), m_out(out)
    {}
    ~PixelColumns() { flush(); }
    PixelColumns(const PixelColumns &) = delete;
    PixelColumns &operator=(const PixelColumns &) = delete;

    void add(double firstX, double lastX, const Extent &extent)
    {
        const double number = std::floor((firstX - m_low) / m_width);
        if (number != m_number)
            flush();
        m_number = number;
        m_firstX = m_isEmpty ? firstX : m_firstX;
        m_lastX = lastX;
        m_isEmpty = false;
        m_extent.add(extent);
    }

private:
    void flush()
    {
        if (m_isEmpty)
            return;
        const auto [first, second] = m_extent.greatestFirst ? std::pair(m_extent.greatest, m_extent.least)
                                                            : std::pair(m_extent.least, m_extent.greatest);
        if (m_extent.hasFinite()) {
            m_out.points.push_back({m_firstX, first});
            if (first != second)
                m_out.points.push_back({m_lastX, second});
        } else {
            m_out.points.push_back({m_firstX, kNothing});
        }
        const double infinity = std::numeric_limits<double>::infinity();
        for (const auto &[kind, value] : {std::pair(Extent::NaN, kNothing), std::pair(Extent::PositiveInfinity, infinity),
                                          std::pair(Extent::NegativeInfinity, -infinity)})
            if (m_extent.nonFinite & kind)
                m_out.nonFinite.push_back({m_firstX, value});
        m_extent = {};
        m_isEmpty = true;
    }

    double m_low, m_width;
    Trace &m_out;
    Extent m_extent;
    double m_number = 0, m_firstX = 0, m_lastX = 0;
    bool m_isEmpty = true;
};

/// The coarsest level of the pyramid that is fine enough; none if the values themselves are few enough.
std::optional<std::size_t> levelFor(std::size_t count, std::size_t columns)
{
    std::optional<std::size_t> level;
    for (std::size_t i = 0; i < Chunk::kNodeSizes.size(); ++i)
        if (count / Chunk::kNodeSizes[i] >= columns * kNodesPerColumn)
            level = i;
    return level;
}

void addNodes(const ColumnView &series, const Chunk &chunk, std::size_t level, Axis axis, std::size_t begin,
              std::size_t end, PixelColumns &out)
{
    const std::size_t size = Chunk::kNodeSizes[level];
    for (std::size_t i = begin / size; i * size < end; ++i) {
        const std::size_t last = std::min((i + 1) * size, chunk.size()) - 1;
        out.add(xOf(series, chunk.frame(i * size), axis), xOf(series, chunk.frame(last), axis), chunk.pyramid()[level][i]);
    }
}

} // namespace

Trace trace(const ColumnView &series, const Window &window)
{
    Trace out;
    if (!(window.high > window.low) || window.columns == 0 || series.column.size() == 0)
        return out;
    const auto [first, last] = range(series, window);
    const std::size_t count = countIn(series.column, first, last);
    if (count <= 2 * window.columns) {
        forEachChunk(series.column, first, last, [&](Chunk &chunk, std::size_t begin, std::size_t end) {
            const auto values = loaded(series, chunk).values();
            for (std::size_t i = begin; i < end; ++i) {
                const double x = xOf(series, chunk.frame(i), window.axis);
                out.points.push_back({x, std::isfinite(values[i]) ? values[i] : kNothing});
                if (!std::isfinite(values[i]))
                    out.nonFinite.push_back({x, values[i]});
            }
        });
        return out;
    }
    const auto level = levelFor(count, window.columns);
    PixelColumns columns(window, out);
    forEachChunk(series.column, first, last, [&](Chunk &chunk, std::size_t begin, std::size_t end) {
        if (level)
            return addNodes(series, chunk, *level, window.axis, begin, end, columns);
        const auto values = loaded(series, chunk).values();
        for (std::size_t i = begin; i < end; ++i) {
            const double x = xOf(series, chunk.frame(i), window.axis);
            Extent extent;
            extent.add(values[i]);
            columns.add(x, x, extent);
        }
    });
    return out;
}

std::vector<PlacedValue> sampled(const ColumnView &series, const Window &window, std::size_t most)
{
    const auto [first, last] = range(series, window);
    const std::size_t count = countIn(series.column, first, last);
    const std::size_t stride = std::max<std::size_t>(1, (count + most - 1) / std::max<std::size_t>(1, most));
    std::vector<PlacedValue> chosen;
    std::size_t number = 0;
    forEachChunk(series.column, first, last, [&](Chunk &chunk, std::size_t begin, std::size_t end) {
        const auto values = loaded(series, chunk).values();
        for (std::size_t i = begin; i < end; ++i)
            if (number++ % stride == 0)
                chosen.push_back({chunk.frame(i), values[i]});
    });
    return chosen;
}

std::optional<PlacedValue> valueAt(const ColumnView &series, Axis axis, double x)
{
    Position position = find(series, axis, x, true);
    if (position == Position{} || series.column.size() == 0)
        return std::nullopt;
    stepBack(series.column, position);
    Chunk &chunk = series.column.chunk(position.chunk);
    return PlacedValue{chunk.frame(position.index), loaded(series, chunk).values()[position.index]};
}

std::vector<PlacedValue> valuesFrom(const ColumnView &series, std::size_t first, std::size_t count)
{
    std::vector<PlacedValue> found;
    std::size_t number = 0;
    for (std::size_t i = 0; i < series.column.chunks().size() && found.size() < count; ++i) {
        Chunk &chunk = series.column.chunk(i);
        if (number + chunk.size() > first) {
            const auto values = loaded(series, chunk).values();
            for (std::size_t at = std::max(first, number) - number; at < chunk.size() && found.size() < count; ++at)
                found.push_back({chunk.frame(at), values[at]});
        }
        number += chunk.size();
    }
    return found;
}

std::vector<record::Frame> framesOf(std::span<const ColumnView> series, std::span<const record::TickStamp> ticks,
                                    std::size_t first, std::size_t last)
{
    std::vector<record::Frame> frames;
    if (first >= last)
        return frames;
    const auto wanted = ticks.subspan(first, last - first);
    for (const record::TickStamp &stamp : wanted)
        frames.push_back({stamp, {}});
    const auto [least, greatest] = std::minmax_element(wanted.begin(), wanted.end(),
                                                       [](const auto &a, const auto &b) { return a.step < b.step; });
    const Window window{Axis::Step, static_cast<double>(least->step), static_cast<double>(greatest->step), 1};
    for (std::size_t i = 0; i < series.size(); ++i) {
        const auto [from, to] = range(series[i], window);
        forEachChunk(series[i].column, from, to, [&](Chunk &chunk, std::size_t begin, std::size_t end) {
            const auto values = loaded(series[i], chunk).values();
            for (std::size_t at = begin; at < end; ++at)
                if (const std::uint32_t frame = chunk.frame(at); frame >= first && frame < last)
                    frames[frame - first].values.push_back({static_cast<std::uint32_t>(i), values[at]});
        });
    }
    return frames;
}

} // namespace lensboard::store
