#include "core/store/column.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace lensboard::store {

using record::TickStamp;

namespace {

/// Ticks may share a step: then their numbers tell them apart.
std::pair<std::int64_t, std::int64_t> place(const TickStamp &stamp)
{
    return {stamp.step, stamp.tick};
}

std::vector<PlacedValue> unpacked(const Chunk &chunk)
{
    std::vector<PlacedValue> values(chunk.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = {chunk.frame(i), chunk.values()[i]};
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
        throw std::invalid_argument("a chunk of " + std::to_string(count) + " values whose index does not fit");
}

void Chunk::append(std::uint32_t frame, double value)
{
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

void append(std::vector<Chunk> &chunks, PlacedValue placed)
{
    if (chunks.empty() || chunks.back().size() == Chunk::kSize || !chunks.back().hasValues())
        chunks.emplace_back(placed.frame);
    chunks.back().append(placed.frame, placed.value);
}

void Column::append(PlacedValue placed)
{
    store::append(m_chunks, placed);
    ++m_size;
    m_nonFinite += std::isfinite(placed.value) ? 0 : 1;
}

bool Column::put(PlacedValue placed, std::span<const TickStamp> ticks)
{
    const bool atEnd = m_chunks.empty() || place(ticks[m_chunks.back().lastFrame()]) < place(ticks[placed.frame]);
    atEnd ? append(placed) : insert(placed, ticks);
    return atEnd;
}

void Column::insert(PlacedValue placed, std::span<const TickStamp> ticks)
{
    const auto before = [&](const auto &at, const auto &what) { return place(ticks[at.frame]) < place(ticks[what.frame]); };
    const auto chunk = std::find_if(m_chunks.begin(), m_chunks.end(), [&](const Chunk &c) {
        return place(ticks[placed.frame]) <= place(ticks[c.lastFrame()]);
    });
    std::vector<PlacedValue> values = unpacked(*chunk);
    const auto at = std::lower_bound(values.begin(), values.end(), placed, before);
    if (at != values.end() && !before(placed, *at))
        *at = placed;
    else
        values.insert(at, placed);
    replaceChunk(static_cast<std::size_t>(chunk - m_chunks.begin()), values);
}

void Column::cut(std::int64_t step, std::span<const TickStamp> ticks)
{
    while (!m_chunks.empty() && ticks[m_chunks.back().lastFrame()].step >= step) {
        std::vector<PlacedValue> kept = unpacked(m_chunks.back());
        std::erase_if(kept, [&](const PlacedValue &placed) { return ticks[placed.frame].step >= step; });
        replaceChunk(m_chunks.size() - 1, kept);
    }
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
