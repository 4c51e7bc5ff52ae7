#include "core/store/columns/trace.h"

#include "core/store/columns/column_range.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lensboard::store {

using record::Axis;
using stats::Extent;

namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
/// Minimum number of nodes per pixel column, because a node is drawn at the position of its first value.
constexpr std::size_t kNodesPerColumn = 2;

/// Combines the values of one pixel column and draws them as two points.
class PixelColumns
{
public:
    /// The values of \p series must be in order along the axis.
    PixelColumns(const ColumnView &series, const Window &window, Trace &out)
        : m_series(series), m_axis(window.axis), m_low(window.low),
          m_width((window.high - window.low) / static_cast<double>(window.columns)), m_out(out)
    {}
    ~PixelColumns() { flush(); }
    PixelColumns(const PixelColumns &) = delete;
    PixelColumns &operator=(const PixelColumns &) = delete;

    /// Adds values \p first to \p last of a chunk, both included, at the position of the first one.
    void add(const Chunk &chunk, std::size_t first, std::size_t last, const Extent &extent)
    {
        const double firstX = xOf(m_series, chunk, first, m_axis);
        if (m_isEmpty || firstX >= m_end) {
            flush();
            m_end = m_low + (std::floor((firstX - m_low) / m_width) + 1) * m_width;
            m_firstX = firstX;
            m_isEmpty = false;
        }
        m_lastChunk = &chunk;
        m_last = last;
        m_extent.add(extent);
    }

    /// Adds values \p begin to \p end (excluded) of a chunk. Finds the end of a pixel column by doubling strides, because reading a tick
    /// costs more than reading a value.
    void add(const Chunk &chunk, std::size_t begin, std::size_t end)
    {
        const auto values = chunk.values();
        while (begin < end) {
            const double x = xOf(m_series, chunk, begin, m_axis);
            const double columnEnd = m_low + (std::floor((x - m_low) / m_width) + 1) * m_width;
            std::size_t within = begin, stride = 1;
            while (within + stride < end && xOf(m_series, chunk, within + stride, m_axis) < columnEnd) {
                within += stride;
                stride *= 2;
            }
            for (; stride > 0; stride /= 2)
                if (within + stride < end && xOf(m_series, chunk, within + stride, m_axis) < columnEnd)
                    within += stride;
            Extent extent;
            for (std::size_t i = begin; i <= within; ++i)
                extent.add(values[i]);
            add(chunk, begin, within, extent);
            begin = within + 1;
        }
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
                m_out.points.push_back({xOf(m_series, *m_lastChunk, m_last, m_axis), second});
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

    const ColumnView &m_series;
    Axis m_axis;
    double m_low, m_width;
    Trace &m_out;
    Extent m_extent;
    double m_end = 0, m_firstX = 0;
    const Chunk *m_lastChunk = nullptr;
    std::size_t m_last = 0; ///< index of its last value
    bool m_isEmpty = true;
};

void addNodes(const Chunk &chunk, std::size_t level, std::size_t begin, std::size_t end, PixelColumns &out)
{
    const std::size_t size = Chunk::kNodeSizes[level];
    for (std::size_t i = begin / size; i * size < end; ++i) {
        const std::size_t last = std::min((i + 1) * size, chunk.size()) - 1;
        out.add(chunk, i * size, last, chunk.node(level, i));
    }
}

} // namespace

Trace trace(const ColumnView &given, const Window &window)
{
    Trace out;
    if (!(window.high > window.low) || window.columns == 0 || given.column.size() == 0)
        return out;
    const ColumnView series = along(given, window.axis);
    const auto [first, last] = range(series, window);
    const std::size_t count = countIn(series.column, first, last);
    if (count <= 2 * window.columns) {
        forEachChunk(series.column, first, last, [&](Chunk &chunk, std::size_t begin, std::size_t end) {
            const auto values = loaded(series, chunk).values();
            for (std::size_t i = begin; i < end; ++i) {
                const double x = xOf(series, chunk, i, window.axis);
                out.points.push_back({x, std::isfinite(values[i]) ? values[i] : kNothing});
                if (!std::isfinite(values[i]))
                    out.nonFinite.push_back({x, values[i]});
            }
        });
        return out;
    }
    const auto level = levelFor(count, window.columns * kNodesPerColumn);
    PixelColumns columns(series, window, out);
    forEachChunk(series.column, first, last, [&](Chunk &chunk, std::size_t begin, std::size_t end) {
        if (level)
            return addNodes(with(nodesOf(*level), series, chunk), *level, begin, end, columns);
        columns.add(loaded(series, chunk), begin, end);
    });
    return out;
}

std::vector<PlacedValue> sampled(const ColumnView &given, const Window &window, std::size_t most)
{
    const ColumnView series = along(given, window.axis);
    const auto [first, last] = range(series, window);
    const std::size_t count = countIn(series.column, first, last);
    const std::size_t stride = std::max<std::size_t>(1, (count + most - 1) / std::max<std::size_t>(1, most));
    std::vector<PlacedValue> chosen;
    std::size_t number = 0;
    forEachChunk(series.column, first, last, [&](Chunk &chunk, std::size_t begin, std::size_t end) {
        loaded(series, chunk);
        for (std::size_t i = begin; i < end; ++i)
            if (number++ % stride == 0)
                chosen.push_back(chunk.placed(i));
    });
    return chosen;
}

std::optional<std::pair<record::TickStamp, record::TickStamp>> spanOf(const ColumnView &given, Axis axis)
{
    const ColumnView series = along(given, axis);
    const std::size_t count = series.column.chunks().size();
    if (count == 0)
        return std::nullopt;
    const auto stampAt = [&](std::size_t number, bool last) {
        const Chunk &chunk = with(ChunkPart::Ends, series, series.column.chunk(number));
        const std::size_t i = last ? chunk.size() - 1 : 0;
        return PlacedValue{chunk.frame(i), 0, chunk.wallSeconds(i)}.stamp(series.ticks);
    };
    return std::pair(stampAt(0, false), stampAt(count - 1, true));
}

namespace {

/// Returns true if \p next is certainly the first value beyond \p x, even if some ticks are estimates.
bool isCertain(const ColumnView &series, Axis axis, double x, ValueIndex next)
{
    if (series.ticks.isExact())
        return true;
    if (axis != Axis::Step) // the order along other axes is unknown until all ticks are exact
        return false;
    const auto lies = [&](ValueIndex at, bool beyond) {
        const Chunk &chunk = series.column.chunks()[at.chunk];
        return series.ticks.isExact(chunk.frame(at.index)) && (xOf(series, chunk, at.index, axis) > x) == beyond;
    };
    ValueIndex before = next;
    stepBack(series.column, before);
    return lies(before, false) && (next.chunk == series.column.chunks().size() || lies(next, true));
}

} // namespace

std::optional<PlacedValue> valueAt(const ColumnView &given, Axis axis, double x)
{
    const ColumnView series = along(given, axis);
    const ValueIndex next = find(series, axis, x, true);
    if (next == ValueIndex{} || series.column.size() == 0)
        return std::nullopt;
    ValueIndex position = next;
    stepBack(series.column, position);
    const Chunk &chunk = loaded(series, series.column.chunk(position.chunk));
    if (chunk.isStandIn() || !isCertain(series, axis, x, next))
        return std::nullopt;
    return chunk.placed(position.index);
}

std::optional<double> placeAfter(const ColumnView &given, Axis axis, double x)
{
    const ColumnView series = along(given, axis);
    const ValueIndex next = find(series, axis, x, true);
    if (next.chunk == series.column.chunks().size())
        return std::nullopt;
    return xOf(series, with(ChunkPart::Places, series, series.column.chunk(next.chunk)), next.index, axis);
}

std::optional<PlacedValue> nearestValue(const ColumnView &series, Axis axis, double x)
{
    const auto before = valueAt(series, axis, x);
    const auto next = before ? placeAfter(series, axis, x) : std::nullopt;
    if (!next || *next - x >= x - coordinate(before->stamp(series.ticks), axis))
        return before;
    return valueAt(series, axis, *next);
}

std::size_t countBefore(const ColumnView &given, Axis axis, double x)
{
    const ColumnView series = along(given, axis);
    return countIn(series.column, {}, find(series, axis, x, false));
}

std::optional<PlacedValue> firstNonFinite(const ColumnView &series)
{
    for (std::size_t i = 0; i < series.column.chunks().size(); ++i) {
        Chunk &chunk = series.column.chunk(i);
        if (chunk.nonFinite() == 0)
            continue;
        const auto values = loaded(series, chunk).values();
        const auto at = std::find_if(values.begin(), values.end(), [](double value) { return !std::isfinite(value); });
        if (at != values.end())
            return chunk.placed(static_cast<std::size_t>(at - values.begin()));
    }
    return std::nullopt;
}

std::vector<PlacedValue> valuesFrom(const ColumnView &series, std::size_t first, std::size_t count)
{
    std::vector<PlacedValue> found;
    std::size_t number = 0;
    for (std::size_t i = 0; i < series.column.chunks().size() && found.size() < count; ++i) {
        Chunk &chunk = series.column.chunk(i);
        if (number + chunk.size() > first) {
            loaded(series, chunk);
            for (std::size_t at = std::max(first, number) - number; at < chunk.size() && found.size() < count; ++at)
                found.push_back(chunk.placed(at));
        }
        number += chunk.size();
    }
    return found;
}

std::vector<PlacedValue> valuesAfter(const ColumnView &series, const std::optional<PlacedValue> &last, std::size_t count)
{
    if (!last)
        return valuesFrom(series, 0, count);
    std::vector<PlacedValue> found;
    if (last->frame >= series.ticks.size())
        return found; // the run was restarted
    const std::int64_t step = series.ticks[last->frame].step;
    bool isBeyond = false; // true after last->frame, or if thinning removed it, after its step: from there on all values count
    const auto dropEarlier = [&] { std::erase_if(found, [&](const PlacedValue &other) { return other.frame < last->frame; }); };
    ValueIndex at = find(series, Axis::Step, static_cast<double>(step), false);
    for (; at.chunk < series.column.chunks().size() && !(isBeyond && found.size() >= count); ++at.chunk, at.index = 0) {
        const Chunk &chunk = loaded(series, series.column.chunk(at.chunk));
        for (; at.index < chunk.size() && !(isBeyond && found.size() >= count); ++at.index) {
            const PlacedValue placed = chunk.placed(at.index);
            if (placed.frame == last->frame) {
                found.clear();
                isBeyond = true;
                continue;
            }
            if (!isBeyond && series.ticks[placed.frame].step > step) {
                dropEarlier();
                isBeyond = true;
            }
            found.push_back(placed);
        }
    }
    if (!isBeyond)
        dropEarlier();
    if (found.size() > count)
        found.resize(count);
    return found;
}

std::vector<record::Frame> framesOf(std::span<const ColumnView> series, const TickTable &ticks,
                                    std::size_t first, std::size_t last)
{
    std::vector<record::Frame> frames;
    if (first >= last)
        return frames;
    const std::vector<record::TickStamp> wanted = ticks.copy(first, last);
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
                if (const std::uint32_t number = chunk.frame(at); number >= first && number < last) {
                    record::Frame &frame = frames[number - first];
                    frame.add({static_cast<std::uint32_t>(i), values[at]},
                              record::wallSecondsOf(chunk.wallSeconds(at), frame.stamp.wallSeconds));
                }
        });
    }
    return frames;
}

} // namespace lensboard::store
