#include "core/health/series_reader.h"

#include "core/store/columns/column_range.h"

#include <algorithm>
#include <utility>

namespace lensboard::health {

namespace {

/// Returns 0 if chunks are not numbered, as in merged runs.
std::size_t removedFrom(const store::Column &column)
{
    const auto &chunks = column.chunks();
    const std::size_t numbers = chunks.empty() ? 0 : std::size_t{chunks.back().number()} + 1;
    return numbers > chunks.size() ? numbers - chunks.size() : 0;
}

} // namespace

std::size_t SeriesReader::removedChunks(const store::Run &run) const
{
    std::size_t removed = 0;
    run.visit(m_numbers, [&](std::span<const store::ColumnView> columns, const store::TickTable &) {
        for (const store::ColumnView &view : columns)
            removed += removedFrom(view.column);
    });
    return removed;
}

const SeriesReader::Stretch &SeriesReader::next(const store::Run &run, std::size_t last)
{
    const std::size_t most = std::max(kMinTicks, kMaxValues / std::max<std::size_t>(1, m_series.size()));
    last = std::min(last, m_frame + most);
    m_placed.clear();
    m_stretch.steps.clear();
    m_stretch.epochs.clear();
    run.visit(m_numbers, [&](std::span<const store::ColumnView> columns, const store::TickTable &ticks) {
        last = std::min(last, ticks.size());
        if (last <= m_frame)
            return; // the run was restarted
        std::size_t wholeFrom = m_frame;
        for (std::size_t line = 0; line < columns.size(); ++line) {
            followThinning(columns[line], m_series[line], ticks);
            wholeFrom = std::max(wholeFrom, m_series[line].wholeFrom);
            read(columns[line], line, last);
        }
        m_stretch.wholeFrom = wholeFrom - m_frame;
        for (std::size_t frame = m_frame; frame < last; ++frame) {
            const record::TickStamp stamp = ticks[frame];
            m_stretch.steps.push_back(stamp.step);
            m_stretch.epochs.push_back(stamp.epoch);
        }
    });
    sort(m_stretch.steps.size());
    m_frame = std::max(m_frame, last);
    return m_stretch;
}

/// Finds the read position again in a column that lost values through thinning.
void SeriesReader::followThinning(const store::ColumnView &view, Series &series, const store::TickTable &ticks)
{
    store::Column &column = view.column;
    const std::size_t removed = removedFrom(column);
    if (removed == series.removed)
        return;
    series.removed = removed;
    const auto &chunks = column.chunks();
    std::size_t whole = chunks.size() - 1;
    while (whole > 0 && chunks[whole].number() == chunks[whole - 1].number() + 1)
        --whole;
    if (whole > 0) {
        series.wholeFrom = chunks[whole].firstFrame();
        m_thinnedUpTo = std::max(m_thinnedUpTo, std::optional(ticks[std::min<std::size_t>(chunks[whole - 1].lastFrame(), ticks.size() - 1)].step));
    }
    series.read = 0;
    for (std::size_t i = 0; i < chunks.size() && chunks[i].firstFrame() < m_frame; ++i) {
        if (chunks[i].lastFrame() < m_frame) {
            series.read += chunks[i].size();
            continue;
        }
        const store::Chunk &values = store::loaded(view, column.chunk(i));
        for (std::size_t j = 0; j < values.size() && values.frame(j) < m_frame; ++j)
            ++series.read;
    }
}

/// Reads from the end of the column, where the unread values are.
void SeriesReader::read(const store::ColumnView &view, std::size_t line, std::size_t last)
{
    Series &series = m_series[line];
    store::Column &column = view.column;
    std::size_t chunk = column.chunks().size(), begin = column.size();
    while (chunk > 0 && begin > series.read)
        begin -= column.chunks()[--chunk].size();
    for (; chunk < column.chunks().size(); ++chunk) {
        const std::size_t end = begin + column.chunks()[chunk].size();
        if (series.read < end) {
            const store::Chunk &values = store::loaded(view, column.chunk(chunk));
            for (std::size_t i = series.read - begin; i < values.size(); ++i, ++series.read) {
                const std::size_t frame = values.frame(i);
                if (frame >= last)
                    return;
                m_placed.push_back({static_cast<std::uint32_t>(std::max(frame, m_frame) - m_frame), static_cast<std::uint32_t>(line), values.values()[i],
                                    frame < series.wholeFrom});
            }
        }
        begin = end;
    }
}

/// Sorts by tick, and within a tick by line: a counting sort, since the input is in the order of lines.
void SeriesReader::sort(std::size_t ticks)
{
    m_stretch.ends.assign(ticks, 0);
    m_stretch.values.resize(m_placed.size());
    for (const Placed &placed : m_placed)
        ++m_stretch.ends[placed.tick];
    std::size_t sum = 0;
    for (std::size_t &end : m_stretch.ends)
        sum += std::exchange(end, sum);
    for (const Placed &placed : m_placed)
        m_stretch.values[m_stretch.ends[placed.tick]++] = {placed.line, placed.value, placed.isThinned};
}

} // namespace lensboard::health
