#include "core/store/derived/heat_map.h"

#include "core/store/columns/column_range.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

namespace lensboard::store {

using stats::Extent;

namespace {

constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();

/// Consecutive values, or nodes of a pyramid, that begin in the same pixel column. Column -1 is before the window, and the number of
/// columns is after it.
struct Segment
{
    std::int64_t column = 0;
    std::size_t begin = 0, end = 0;
};

/// The pixel columns of a chunk's values. Uses nodes only if no node extends past the next column or past an end of the window.
struct Layout
{
    bool isByNodes = false;
    std::vector<Segment> segments;
};

/// Computes layouts of chunks, once for all chunks with values at the same ticks.
class Layouts
{
public:
    explicit Layouts(const Window &window)
        : m_window(window), m_width((window.high - window.low) / static_cast<double>(window.columns))
    {}

    const Layout &of(const ColumnView &series, const Chunk &chunk, std::size_t begin, std::size_t end,
                     std::optional<std::size_t> level)
    {
        if (!chunk.isConsecutive() || chunk.hasTimes())
            return m_ofScattered = made(series, chunk, begin, end, level);
        const Key key{chunk.firstFrame(), begin, end, chunk.size(), level};
        const auto [known, isNew] = m_known.try_emplace(key);
        if (isNew)
            known->second = made(series, chunk, begin, end, level);
        return known->second;
    }

private:
    using Key = std::tuple<std::uint32_t, std::size_t, std::size_t, std::size_t, std::optional<std::size_t>>;

    std::int64_t columnOf(const ColumnView &series, const Chunk &chunk, std::size_t i) const
    {
        const double x = xOf(series, chunk, i, m_window.axis);
        const auto columns = static_cast<std::int64_t>(m_window.columns);
        if (!(x >= m_window.low))
            return -1;
        if (x > m_window.high)
            return columns;
        return std::min(columns - 1, static_cast<std::int64_t>((x - m_window.low) / m_width));
    }

    bool isInside(std::int64_t column) const { return column >= 0 && column < static_cast<std::int64_t>(m_window.columns); }

    Layout made(const ColumnView &series, const Chunk &chunk, std::size_t begin, std::size_t end,
                std::optional<std::size_t> level) const
    {
        Layout layout;
        layout.isByNodes = level && byNodes(series, chunk, begin, end, *level, layout.segments);
        if (!layout.isByNodes)
            byValues(series, chunk, begin, end, layout.segments);
        return layout;
    }

    static void add(std::vector<Segment> &segments, std::int64_t column, std::size_t number)
    {
        if (segments.empty() || segments.back().column != column)
            segments.push_back({column, number, number});
        segments.back().end = number + 1;
    }

    void byValues(const ColumnView &series, const Chunk &chunk, std::size_t begin, std::size_t end,
                  std::vector<Segment> &segments) const
    {
        segments.clear();
        for (std::size_t i = begin; i < end; ++i)
            add(segments, columnOf(series, chunk, i), i);
    }

    bool byNodes(const ColumnView &series, const Chunk &chunk, std::size_t begin, std::size_t end, std::size_t level,
                 std::vector<Segment> &segments) const
    {
        const std::size_t size = Chunk::kNodeSizes[level];
        if (begin % size != 0 || (end % size != 0 && end != chunk.size()))
            return false;
        for (std::size_t i = begin / size; i * size < end; ++i) {
            const std::size_t last = std::min((i + 1) * size, chunk.size()) - 1;
            const std::int64_t column = columnOf(series, chunk, i * size);
            const std::int64_t lastColumn = columnOf(series, chunk, last);
            if (lastColumn > column + 1 || isInside(column) != isInside(lastColumn))
                return false;
            add(segments, column, i);
        }
        return true;
    }

    const Window &m_window;
    double m_width;
    std::map<Key, Layout> m_known;
    Layout m_ofScattered;
};

/// Uses four independent maxima, because each comparison of a single maximum would wait for the previous one.
double greatestOf(std::span<const double> values)
{
    constexpr double kMin = -std::numeric_limits<double>::infinity();
    double greatest[4] = {kMin, kMin, kMin, kMin};
    std::size_t i = 0;
    for (; i + 4 <= values.size(); i += 4)
        for (std::size_t lane = 0; lane < 4; ++lane)
            greatest[lane] = values[i + lane] > greatest[lane] ? values[i + lane] : greatest[lane];
    for (; i < values.size(); ++i)
        greatest[0] = values[i] > greatest[0] ? values[i] : greatest[0];
    return std::max(std::max(greatest[0], greatest[1]), std::max(greatest[2], greatest[3]));
}

Extent extentOf(const Chunk &chunk, std::size_t begin, std::size_t end)
{
    const auto values = chunk.values().subspan(begin, end - begin);
    Extent extent;
    if (chunk.nonFinite() > 0) {
        for (const double value : values)
            extent.add(value);
    } else {
        extent.least = extent.greatest = greatestOf(values);
    }
    return extent;
}

Extent extentOfNodes(const Chunk &chunk, std::size_t level, std::size_t begin, std::size_t end)
{
    Extent extent;
    for (std::size_t i = begin; i < end; ++i) {
        const Extent &node = chunk.node(level, i);
        extent.least = std::min(extent.least, node.least);
        extent.greatest = std::max(extent.greatest, node.greatest);
        extent.nonFinite |= node.nonFinite;
    }
    return extent;
}

/// Fills the cells of one series from left to right.
class Row
{
public:
    Row(const ColumnView &series, const Window &window, std::span<const Gap> gaps, std::span<float> cells, std::span<std::uint8_t> nonFinite)
        : m_series(series), m_window(window), m_gaps(gaps), m_cells(cells), m_nonFinite(nonFinite)
    {}

    void add(Chunk &chunk, const Layout &layout, std::optional<std::size_t> level)
    {
        for (const auto &[column, begin, end] : layout.segments) {
            hold(column);
            const std::size_t size = layout.isByNodes ? Chunk::kNodeSizes[*level] : 1;
            if (column >= 0 && column < width())
                add(column, layout.isByNodes ? extentOfNodes(chunk, *level, begin, end)
                                             : extentOf(loaded(m_series, chunk), begin, end));
            m_column = column;
            m_chunk = &chunk;
            m_last = std::min(end * size, chunk.size()) - 1;
        }
    }

private:
    std::int64_t width() const { return static_cast<std::int64_t>(m_cells.size()); }

    /// Fills the cells up to \p column (excluded) with the last value, except in gaps.
    void hold(std::int64_t column)
    {
        if (!m_chunk || column <= m_column + 1)
            return;
        Extent held;
        held.add(loaded(m_series, *m_chunk).values()[m_last]);
        for (std::int64_t between = m_column + 1; between < column; ++between)
            if (!isWithin(m_gaps, middleOf(between)))
                add(between, held);
    }

    double middleOf(std::int64_t column) const
    {
        return m_window.low + (static_cast<double>(column) + 0.5) * (m_window.high - m_window.low) / static_cast<double>(m_window.columns);
    }

    void add(std::int64_t column, const Extent &extent)
    {
        const auto at = static_cast<std::size_t>(column);
        constexpr double kMax = std::numeric_limits<float>::max();
        if (extent.hasFinite()) {
            const auto value = static_cast<float>(std::clamp(extent.greatest, -kMax, kMax));
            m_cells[at] = m_cells[at] >= value ? m_cells[at] : value; // also replaces NaN, since no comparison with NaN is true
        }
        m_nonFinite[at] |= extent.nonFinite;
    }

    const ColumnView &m_series;
    const Window &m_window;
    std::span<const Gap> m_gaps;
    std::span<float> m_cells;
    std::span<std::uint8_t> m_nonFinite;
    std::int64_t m_column = -1;
    Chunk *m_chunk = nullptr; ///< chunk of the last value added
    std::size_t m_last = 0;   ///< index of this value in the chunk
};

void fill(const ColumnView &series, const Window &window, Layouts &layouts, Row row)
{
    const auto [first, last] = range(series, window);
    const auto level = levelFor(countIn(series.column, first, last), window.columns);
    forEachChunk(series.column, first, last, [&](Chunk &chunk, std::size_t begin, std::size_t end) {
        with(ChunkPart::Places, series, chunk);
        if (level)
            with(nodesOf(*level), series, chunk);
        row.add(chunk, layouts.of(series, chunk, begin, end, level), level);
    });
}

} // namespace

HeatMap heatMap(const Run &run, std::span<const std::uint32_t> series, const Window &window,
                std::span<const std::int64_t> switchedOn)
{
    HeatMap map{series.size(), window.columns, {}, {}};
    map.cells.assign(map.rows * map.columns, kNothing);
    map.nonFinite.assign(map.cells.size(), 0);
    if (!(window.high > window.low) || window.columns == 0)
        return map;
    run.visit(series, [&](std::span<const ColumnView> views, auto &) {
        Layouts layouts(window);
        for (std::size_t row = 0; row < views.size(); ++row) {
            const std::size_t begin = row * map.columns;
            const ColumnView view = along(views[row], window.axis);
            const std::vector<Gap> gaps = gapsOf(views[row], switchedOn, window.axis);
            fill(view, window, layouts,
                 Row(view, window, gaps, std::span(map.cells).subspan(begin, map.columns), std::span(map.nonFinite).subspan(begin, map.columns)));
        }
    });
    return map;
}

double compared(double value, double base, Comparison by)
{
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    if (!std::isfinite(value) || !std::isfinite(base))
        return kNone;
    if (by == Comparison::Difference)
        return value - base;
    return value > 0 && base > 0 ? value / base : kNone;
}

HeatMap compared(const HeatMap &map, const HeatMap &base, Comparison by)
{
    HeatMap result = map;
    for (std::size_t i = 0; i < result.cells.size(); ++i) {
        result.cells[i] = static_cast<float>(compared(map.cells[i], base.cells[i], by));
        result.nonFinite[i] |= base.nonFinite[i];
    }
    return result;
}

std::pair<double, double> robustRange(const HeatMap &map, double share)
{
    std::vector<float> finite;
    finite.reserve(map.cells.size());
    std::ranges::copy_if(map.cells, std::back_inserter(finite), [](float cell) { return std::isfinite(cell); });
    if (finite.empty())
        return {kNothing, kNothing};
    const auto quantile = [&](double part) {
        const auto at = finite.begin() + std::lround(std::clamp(part, 0.0, 1.0) * static_cast<double>(finite.size() - 1));
        std::nth_element(finite.begin(), at, finite.end());
        return double{*at};
    };
    return {quantile(share), quantile(1 - share)};
}

} // namespace lensboard::store
