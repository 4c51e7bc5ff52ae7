#include "core/store/columns/sorted_ticks.h"

#include "core/store/columns/column_range.h"
#include "core/store/run.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lensboard::store {

SortedTicks::SortedTicks(std::span<const record::TickStamp> ticks) : newFrame(ticks.size())
{
    std::vector<std::uint32_t> order(ticks.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return place(ticks[a]) < place(ticks[b]); });
    sorted.reserve(ticks.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        sorted.push_back(ticks[order[i]]);
        const bool isRepeated = i > 0 && place(sorted[i]) == place(sorted[i - 1]);
        newFrame[order[i]] = isRepeated ? newFrame[order[i - 1]] : i;
    }
    for (const record::TickStamp &stamp : ticks)
        wallSeconds.push_back(stamp.wallSeconds);
}

void SortedTicks::dropUnused(const Run &run)
{
    std::vector<bool> needed(sorted.size());
    for (std::uint32_t i = 0; i < sorted.size(); ++i)
        needed[i] = i == 0 || place(sorted[i]) != place(sorted[i - 1]);
    if (std::ranges::find(needed, false) == needed.end())
        return;
    for (std::uint32_t series = 0; series < run.seriesCount(); ++series) {
        SortedPlaces places(*this), ofHistograms(*this), ofTensors(*this);
        const auto need = [&](SortedPlaces &at, std::uint32_t frame) {
            if (frame < newFrame.size())
                needed[at.nextFrame(frame)] = true;
        };
        run.visit({&series, 1}, [&](auto columns, auto &) {
            const ColumnView &view = columns.front();
            for (std::size_t c = 0; c < view.column.chunks().size(); ++c) {
                const Chunk &chunk = with(ChunkPart::Places, view, view.column.chunk(c));
                for (std::size_t i = 0; i < chunk.size(); ++i)
                    need(places, chunk.frame(i));
            }
        });
        for (const StampedHistogram &histogram : run.histograms(series))
            need(ofHistograms, histogram.frame);
        for (const TensorPlace &tensor : run.tensorPlaces(series))
            need(ofTensors, tensor.frame);
    }
    std::vector<std::uint32_t> moved(sorted.size());
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < sorted.size(); ++i) {
        moved[i] = count;
        if (needed[i])
            sorted[count++] = sorted[i];
    }
    sorted.resize(count);
    for (std::uint32_t &frame : newFrame)
        frame = moved[frame];
}

std::uint32_t SortedPlaces::nextFrame(std::uint32_t frame)
{
    const auto &sorted = m_ticks->sorted;
    const std::uint32_t first = m_ticks->newFrame[frame];
    const std::uint32_t next = m_here + 1;
    if (first != m_first)
        m_here = first;
    else if (next < sorted.size() && place(sorted[next]) == place(sorted[first]))
        m_here = next;
    m_first = first;
    return m_here;
}

PlacedValue SortedPlaces::next(PlacedValue placed)
{
    const double seconds = record::wallSecondsOf(placed.wallSeconds, m_ticks->wallSeconds[placed.frame]);
    placed.frame = nextFrame(placed.frame);
    placed.wallSeconds = seconds == m_ticks->sorted[placed.frame].wallSeconds ? record::kTicksTime : seconds;
    return placed;
}

} // namespace lensboard::store
