#include "core/store/columns/column.h"

#include "core/record/message.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace lensboard::store {

using record::TickStamp;

namespace {

std::vector<PlacedValue> unpacked(const Chunk &chunk)
{
    std::vector<PlacedValue> values(chunk.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = chunk.placed(i);
    return values;
}

std::vector<Chunk> packed(std::span<const PlacedValue> values)
{
    std::vector<Chunk> chunks;
    for (const PlacedValue &placed : values)
        append(chunks, placed);
    return chunks;
}

} // namespace

TickStamp PlacedValue::stamp(std::span<const TickStamp> ticks) const
{
    TickStamp stamp = ticks[frame];
    stamp.wallSeconds = record::wallSecondsOf(wallSeconds, stamp.wallSeconds);
    return stamp;
}

Chunk::Chunk(std::uint32_t firstFrame, std::size_t count, std::size_t nonFinite, std::vector<std::uint32_t> frames,
             Pyramid pyramid)
    : m_firstFrame(firstFrame), m_count(count), m_nonFinite(nonFinite), m_frames(std::move(frames)),
      m_pyramid(std::move(pyramid))
{
    bool fits = count > 0 && count <= kSize && nonFinite <= count
             && (m_frames.empty() || (m_frames.size() == count && m_frames.front() == firstFrame));
    for (std::size_t level = 0; level < kNodeSizes.size(); ++level)
        fits = fits && m_pyramid[level].size() == nodeCount(level, count);
    if (!fits)
        throw std::invalid_argument(record::message("a chunk of %1 values whose index does not fit", count));
}

void Chunk::setWallSeconds(std::vector<double> seconds)
{
    if (!seconds.empty() && seconds.size() != m_count)
        throw std::invalid_argument(record::message("a chunk of %1 values with %2 times", m_count, seconds.size()));
    m_wallSeconds = std::move(seconds);
}

void Chunk::append(PlacedValue placed)
{
    const auto [frame, value, seconds] = placed;
    if (!m_wallSeconds.empty() || !std::isnan(seconds)) {
        m_wallSeconds.resize(m_count, record::kTicksTime);
        m_wallSeconds.push_back(seconds);
    }
    if (m_frames.empty() && frame != m_firstFrame + m_count)
        for (std::size_t i = 0; i < m_count; ++i) // no longer consecutive
            m_frames.push_back(m_firstFrame + static_cast<std::uint32_t>(i));
    if (!m_frames.empty())
        m_frames.push_back(frame);
    for (std::size_t level = 0; level < kNodeSizes.size(); ++level) {
        if (m_count % kNodeSizes[level] == 0)
            m_pyramid[level].emplace_back();
        m_pyramid[level].back().add(value);
    }
    m_nonFinite += std::isfinite(value) ? 0 : 1;
    m_values.push_back(value);
    ++m_count;
}

void Chunk::renumber(std::span<const std::uint32_t> newFrame)
{
    m_firstFrame = newFrame[m_firstFrame];
    for (std::uint32_t &frame : m_frames)
        frame = newFrame[frame];
}

void append(std::vector<Chunk> &chunks, PlacedValue placed)
{
    if (chunks.empty() || chunks.back().size() == Chunk::kSize || !chunks.back().hasValues())
        chunks.emplace_back(placed.frame);
    chunks.back().append(placed);
}

void Column::append(PlacedValue placed)
{
    store::append(m_chunks, placed);
    ++m_size;
    m_nonFinite += std::isfinite(placed.value) ? 0 : 1;
}

bool Column::put(PlacedValue placed, std::span<const TickStamp> ticks)
{
    if (!m_chunks.empty() && m_chunks.back().lastFrame() == placed.frame) // in a tick the last one counts
        erase(placed.frame, ticks);
    const bool atEnd = m_chunks.empty() || place(ticks[m_chunks.back().lastFrame()]) <= place(ticks[placed.frame]);
    atEnd ? append(placed) : insert(placed, ticks);
    return atEnd;
}

void Column::insert(PlacedValue placed, std::span<const TickStamp> ticks)
{
    const auto before = [&](const auto &at, const auto &what) { return place(ticks[at.frame]) < place(ticks[what.frame]); };
    const auto chunk = std::find_if(m_chunks.begin(), m_chunks.end(), [&](const Chunk &c) {
        return place(ticks[placed.frame]) < place(ticks[c.lastFrame()]);
    });
    std::vector<PlacedValue> values = unpacked(*chunk);
    values.insert(std::upper_bound(values.begin(), values.end(), placed, before), placed);
    replaceChunk(static_cast<std::size_t>(chunk - m_chunks.begin()), values);
    m_orders.clear();
}

bool Column::cut(std::int64_t step, std::span<const TickStamp> ticks)
{
    const std::size_t before = m_size;
    while (!m_chunks.empty() && ticks[m_chunks.back().lastFrame()].step >= step) {
        std::vector<PlacedValue> kept = unpacked(m_chunks.back());
        std::erase_if(kept, [&](const PlacedValue &placed) { return ticks[placed.frame].step >= step; });
        replaceChunk(m_chunks.size() - 1, kept);
    }
    forgetOrdersFrom(m_chunks.empty() ? 0 : m_chunks.size() - 1);
    return m_size != before;
}

void Column::erase(std::uint32_t frame, std::span<const TickStamp> ticks)
{
    for (std::size_t i = m_chunks.size(); i-- > 0 && place(ticks[frame]) <= place(ticks[m_chunks[i].lastFrame()]);) {
        std::size_t at = m_chunks[i].size();
        while (at > 0 && m_chunks[i].frame(at - 1) != frame)
            --at;
        if (at == 0)
            continue;
        std::vector<PlacedValue> kept = unpacked(m_chunks[i]);
        std::erase_if(kept, [&](const PlacedValue &placed) { return placed.frame == frame; });
        replaceChunk(i, kept);
    }
    m_orders.clear();
}

void Column::renumber(std::span<const std::uint32_t> newFrame)
{
    for (Chunk &chunk : m_chunks)
        chunk.renumber(newFrame);
    m_orders.clear();
}

/// Puts \p values, packed anew, in the place of a chunk.
void Column::replaceChunk(std::size_t number, std::span<const PlacedValue> values)
{
    const auto at = m_chunks.begin() + static_cast<std::ptrdiff_t>(number);
    m_size -= at->size();
    m_nonFinite -= at->nonFinite();
    std::vector<Chunk> anew = packed(values);
    for (const Chunk &chunk : anew) {
        m_size += chunk.size();
        m_nonFinite += chunk.nonFinite();
    }
    m_chunks.insert(m_chunks.erase(at), std::make_move_iterator(anew.begin()), std::make_move_iterator(anew.end()));
}

void Column::cutChunks(std::size_t first)
{
    while (m_chunks.size() > first)
        replaceChunk(m_chunks.size() - 1, {});
    forgetOrdersFrom(first);
}

/// Chunk number \p chunk and what follows are others.
void Column::forgetOrdersFrom(std::size_t chunk)
{
    for (auto &[axis, order] : m_orders)
        if (order.sorted)
            order = {};
        else if (order.chunk >= chunk)
            order = {chunk, 0, nullptr};
}

void Column::addChunk(Chunk chunk)
{
    m_size += chunk.size();
    m_nonFinite += chunk.nonFinite();
    m_chunks.push_back(std::move(chunk));
}

Column &noColumn()
{
    static Column none; // has nothing to load or to change
    return none;
}

} // namespace lensboard::store
