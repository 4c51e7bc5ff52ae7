#include "core/health/series_reader.h"

#include "core/store/columns/column_range.h"

#include <algorithm>
#include <utility>

namespace lensboard::health {

const SeriesReader::Stretch &SeriesReader::next(const store::Run &run, std::size_t last)
{
    const std::size_t most = std::max(kLeastTicks, kMostValues / std::max<std::size_t>(1, m_series.size()));
    last = std::min(last, m_frame + most);
    m_placed.clear();
    m_stretch.steps.clear();
    run.look(m_numbers, [&](std::span<const store::ColumnView> columns, const store::TickTable &ticks) {
        last = std::min(last, ticks.size());
        if (last <= m_frame)
            return; // the run began anew
        for (std::size_t line = 0; line < columns.size(); ++line)
            read(columns[line], line, last);
        for (std::size_t frame = m_frame; frame < last; ++frame)
            m_stretch.steps.push_back(ticks[frame].step);
    });
    sort(m_stretch.steps.size());
    m_frame = std::max(m_frame, last);
    return m_stretch;
}

/// What was not read is at the end of the column.
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
                m_placed.push_back({static_cast<std::uint32_t>(std::max(frame, m_frame) - m_frame), static_cast<std::uint32_t>(line), values.values()[i]});
            }
        }
        begin = end;
    }
}

/// By tick, of one tick by line: a counting sort of what is in the order of lines.
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
        m_stretch.values[m_stretch.ends[placed.tick]++] = {placed.line, placed.value};
}

} // namespace lensboard::health
