#include "core/store/columns/selected_frames.h"

#include <algorithm>

namespace lensboard::store {

using record::Frame;
using record::TickStamp;

namespace {

constexpr std::size_t kFramesAtATime = 256;
constexpr std::size_t kValuesInMemory = std::size_t{1} << 20;

} // namespace

SelectedFrames::SelectedFrames(const Run &run, const SortedTicks &ticks, std::vector<std::uint32_t> series,
                               double firstStep, double lastStep)
    : m_run(run), m_ticks(ticks)
{
    const auto stepOf = [](const TickStamp &stamp) { return static_cast<double>(stamp.step); };
    const auto &sorted = ticks.sorted;
    const auto first = std::partition_point(sorted.begin(), sorted.end(), [&](const auto &s) { return stepOf(s) < firstStep; });
    const auto last = std::partition_point(first, sorted.end(), [&](const auto &s) { return stepOf(s) <= lastStep; });
    m_next = static_cast<std::size_t>(first - sorted.begin());
    m_end = static_cast<std::size_t>(last - sorted.begin());
    m_valuesAtATime = std::clamp<std::size_t>(kValuesInMemory / std::max<std::size_t>(1, series.size()), 16, Chunk::kSize);
    for (const std::uint32_t index : series)
        m_readers.push_back({index, SortedPlaces(ticks)});
}

std::vector<Frame> SelectedFrames::next()
{
    std::vector<Frame> frames;
    while (frames.empty() && m_next < m_end) {
        const std::size_t end = std::min(m_end, m_next + kFramesAtATime);
        for (std::size_t i = m_next; i < end; ++i)
            frames.push_back({m_ticks.sorted[i], {}});
        for (Reader &reader : m_readers)
            readUpTo(reader, end, frames);
        std::erase_if(frames, [](const Frame &frame) { return frame.values.empty(); });
        m_next = end;
    }
    return frames;
}

/// Adds the values of \p reader before tick number \p end to \p frames. Skips values before the first of \p frames.
void SelectedFrames::readUpTo(Reader &reader, std::size_t end, std::span<Frame> frames)
{
    for (; reader.used < reader.pending.size() || refill(reader); ++reader.used) {
        const auto &[tick, value, wallSeconds] = reader.pending[reader.used];
        if (tick >= end)
            return;
        if (tick < m_next)
            continue;
        Frame &frame = frames[tick - m_next];
        frame.add({reader.series, value}, record::wallSecondsOf(wallSeconds, frame.stamp.wallSeconds));
    }
}

/// Returns true if the steps decrease. Only a manipulated file has such steps, and reading it would never end.
bool SelectedFrames::goesBack(const Reader &reader) const
{
    const auto &places = m_ticks.newFrame;
    const std::size_t next = reader.pending.back().frame;
    return reader.last && next < places.size() && reader.last->frame < places.size() && places[next] < places[reader.last->frame];
}

bool SelectedFrames::refill(Reader &reader) const
{
    reader.used = 0;
    do {
        reader.pending = m_run.valuesAfter(reader.series, reader.last, m_valuesAtATime);
        if (reader.pending.empty() || goesBack(reader))
            return false;
        reader.last = reader.pending.back();
        std::erase_if(reader.pending, [this](const auto &placed) { return placed.frame >= m_ticks.newFrame.size(); }); // measured after reading began
    } while (reader.pending.empty());
    for (PlacedValue &placed : reader.pending)
        placed = reader.places.next(placed);
    return true;
}

} // namespace lensboard::store
