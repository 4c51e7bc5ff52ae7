#include "core/store/trace.h"

#include "core/store/column_range.h"

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
    const auto level = levelFor(count, window.columns * kNodesPerColumn);
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

std::size_t countBefore(const ColumnView &series, Axis axis, double x)
{
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
            return PlacedValue{chunk.frame(static_cast<std::size_t>(at - values.begin())), *at};
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
