#include "core/store/columns/column.h"

#include "core/record/error.h"
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

/// Adds value number \p count to \p pyramid.
void addTo(Chunk::Pyramid &pyramid, std::size_t count, double value)
{
    for (std::size_t level = 0; level < Chunk::kNodeSizes.size(); ++level) {
        if (count % Chunk::kNodeSizes[level] == 0)
            pyramid[level].emplace_back();
        pyramid[level].back().add(value);
    }
}

} // namespace

TickStamp PlacedValue::stamp(const TickTable &ticks) const
{
    TickStamp stamp = ticks[frame];
    stamp.wallSeconds = record::wallSecondsOf(wallSeconds, stamp.wallSeconds);
    return stamp;
}

static_assert(sizeof(Chunk) == 48, "a long run has one in memory for each 1,024 values");

Chunk::Chunk(std::uint32_t firstFrame, std::uint32_t number)
    : m_number(number), m_firstFrame(firstFrame), m_lastFrame(firstFrame), m_body(std::make_unique<Body>())
{}

Chunk::Chunk(const Outline &outline)
    : m_number(outline.number), m_firstFrame(outline.firstFrame), m_lastFrame(outline.lastFrame),
      m_count(static_cast<std::uint32_t>(std::min(outline.count, kSize))),
      m_nonFinite(static_cast<std::uint32_t>(std::min(outline.nonFinite, kSize))), m_isConsecutive(outline.isConsecutive),
      m_hasTimes(outline.hasTimes), m_extent(outline.extent)
{
    const bool ends = outline.isConsecutive ? outline.lastFrame - outline.firstFrame + 1 == outline.count : outline.count > 1;
    if (outline.count == 0 || outline.count > kSize || outline.nonFinite > outline.count || !ends)
        throw record::InvalidArgument(record::message("a chunk of %1 values with an index that does not fit", outline.count));
}

bool Chunk::has(ChunkPart part) const
{
    switch (part) {
    case ChunkPart::Ends: return hasWallSeconds();
    case ChunkPart::Places: return hasPlaces();
    case ChunkPart::Values: return hasPlaces() && hasValues();
    default: return hasPlaces() && m_body && !m_body->pyramid[static_cast<std::size_t>(part)].empty();
    }
}

std::size_t Chunk::bytes() const
{
    if (!m_body)
        return 0;
    std::size_t bytes = sizeof(Body) + std::span(m_body->frames).size_bytes() + std::span(m_body->wallSeconds).size_bytes()
                      + std::span(m_body->values).size_bytes();
    for (const auto &level : m_body->pyramid)
        bytes += std::span(level).size_bytes();
    return bytes;
}

void Chunk::dropValues()
{
    if (m_body)
        m_body->values = {};
}

std::span<const std::uint32_t> Chunk::frames() const
{
    return m_isConsecutive ? std::span<const std::uint32_t>() : m_body->frames;
}

std::span<const double> Chunk::wallSeconds() const
{
    return m_hasTimes ? m_body->wallSeconds : std::span<const double>();
}

Chunk::Body &Chunk::body()
{
    if (!m_body)
        m_body = std::make_unique<Body>();
    return *m_body;
}

void Chunk::setValues(std::vector<double> values)
{
    if (values.size() != m_count)
        throw record::InvalidArgument(record::message("a chunk of %1 values that has %2", std::size_t{m_count}, values.size()));
    body().values = std::move(values);
}

void Chunk::setPlaces(std::vector<std::uint32_t> frames, std::vector<double> wallSeconds)
{
    const bool fits = frames.size() == (m_isConsecutive ? 0 : m_count) && wallSeconds.size() == (m_hasTimes ? m_count : 0)
                   && (frames.empty() || (frames.front() == m_firstFrame && frames.back() == m_lastFrame));
    if (!fits)
        throw record::InvalidArgument(record::message("a chunk of %1 values with an index that does not fit", std::size_t{m_count}));
    body().frames = std::move(frames);
    body().wallSeconds = std::move(wallSeconds);
}

void Chunk::setNodes(Pyramid pyramid, std::size_t finest)
{
    for (std::size_t level = finest; level < kNodeSizes.size(); ++level)
        if (pyramid[level].size() != nodeCount(level, m_count))
            throw record::InvalidArgument(record::message("a chunk of %1 values with an index that does not fit", std::size_t{m_count}));
    for (std::size_t level = finest; level < kNodeSizes.size(); ++level)
        body().pyramid[level] = std::move(pyramid[level]);
}

void Chunk::standIn(ChunkPart part)
{
    m_isStandIn = true;
    Body &body = this->body();
    if (!m_isConsecutive && body.frames.empty()) {
        const auto span = std::int64_t{m_lastFrame} - m_firstFrame;
        for (std::int64_t i = 0; i < m_count; ++i)
            body.frames.push_back(static_cast<std::uint32_t>(m_firstFrame + span * i / (m_count - 1)));
    }
    if (m_hasTimes && body.wallSeconds.empty())
        body.wallSeconds.assign(m_count, record::kTicksTime);
    if (part < ChunkPart::Ends)
        for (std::size_t level = kNodeSizes.size() - 1; level-- > static_cast<std::size_t>(part);)
            for (std::size_t i = body.pyramid[level].size(); i < nodeCount(level, m_count); ++i)
                body.pyramid[level].push_back(node(level + 1, i * kNodeSizes[level] / kNodeSizes[level + 1]));
    if (part != ChunkPart::Values || hasValues())
        return;
    std::size_t finest = 0;
    while (finest + 1 < kNodeSizes.size() && body.pyramid[finest].empty())
        ++finest;
    for (std::size_t i = 0; i < m_count; ++i) {
        const stats::Extent &extent = node(finest, i / kNodeSizes[finest]);
        body.values.push_back(!extent.hasFinite() ? record::kTicksTime : (i % 2 == 1) == extent.greatestFirst ? extent.least : extent.greatest);
    }
}

Chunk::Pyramid Chunk::pyramidOf(std::span<const double> values)
{
    Pyramid pyramid;
    for (std::size_t i = 0; i < values.size(); ++i)
        addTo(pyramid, i, values[i]);
    return pyramid;
}

void Chunk::append(PlacedValue placed)
{
    const auto [frame, value, seconds] = placed;
    Body &body = *m_body;
    if (m_hasTimes || !std::isnan(seconds)) {
        body.wallSeconds.resize(m_count, record::kTicksTime);
        body.wallSeconds.push_back(seconds);
        m_hasTimes = true;
    }
    if (m_isConsecutive && frame != m_firstFrame + m_count) {
        for (std::size_t i = 0; i < m_count; ++i)
            body.frames.push_back(m_firstFrame + static_cast<std::uint32_t>(i));
        m_isConsecutive = false;
    }
    if (!m_isConsecutive)
        body.frames.push_back(frame);
    m_lastFrame = frame;
    addTo(body.pyramid, m_count, value);
    m_extent.add(value);
    if (!std::isfinite(value))
        ++m_nonFinite;
    body.values.push_back(value);
    ++m_count;
}

void Chunk::renumber(std::span<const std::uint32_t> newFrame)
{
    m_firstFrame = newFrame[m_firstFrame];
    m_lastFrame = newFrame[m_lastFrame];
    if (!m_isConsecutive)
        for (std::uint32_t &frame : m_body->frames)
            frame = newFrame[frame];
}

void append(std::vector<Chunk> &chunks, PlacedValue placed)
{
    if (chunks.empty() || chunks.back().size() == Chunk::kSize || !chunks.back().hasValues())
        chunks.emplace_back(placed.frame, chunks.empty() ? 0 : chunks.back().number() + 1);
    chunks.back().append(placed);
}

void Column::append(PlacedValue placed)
{
    store::append(m_chunks, placed);
    ++m_size;
    m_nonFinite += std::isfinite(placed.value) ? 0 : 1;
}

bool Column::put(PlacedValue placed, const TickTable &ticks)
{
    if (!m_chunks.empty() && m_chunks.back().lastFrame() == placed.frame) // the last value of a tick replaces earlier ones
        erase(placed.frame, ticks);
    const bool atEnd = m_chunks.empty() || place(ticks[m_chunks.back().lastFrame()]) <= place(ticks[placed.frame]);
    atEnd ? append(placed) : insert(placed, ticks);
    return atEnd;
}

void Column::insert(PlacedValue placed, const TickTable &ticks)
{
    const auto before = [&](const auto &at, const auto &what) { return place(ticks[at.frame]) < place(ticks[what.frame]); };
    const auto chunk = std::find_if(m_chunks.begin(), m_chunks.end(), [&](const Chunk &c) {
        return place(ticks[placed.frame]) < place(ticks[c.lastFrame()]);
    });
    std::vector<PlacedValue> values = unpacked(*chunk);
    values.insert(std::upper_bound(values.begin(), values.end(), placed, before), placed);
    repack(static_cast<std::size_t>(chunk - m_chunks.begin()), values);
    m_orders.clear();
}

bool Column::cut(std::int64_t step, const TickTable &ticks)
{
    const std::size_t before = m_size;
    while (!m_chunks.empty() && ticks[m_chunks.back().lastFrame()].step >= step) {
        std::vector<PlacedValue> kept = unpacked(m_chunks.back());
        std::erase_if(kept, [&](const PlacedValue &placed) { return ticks[placed.frame].step >= step; });
        repack(m_chunks.size() - 1, kept);
    }
    forgetOrdersFrom(m_chunks.empty() ? 0 : m_chunks.size() - 1);
    return m_size != before;
}

void Column::erase(std::uint32_t frame, const TickTable &ticks)
{
    for (std::size_t i = m_chunks.size(); i-- > 0 && place(ticks[frame]) <= place(ticks[m_chunks[i].lastFrame()]);) {
        std::size_t at = m_chunks[i].size();
        while (at > 0 && m_chunks[i].frame(at - 1) != frame)
            --at;
        if (at == 0)
            continue;
        std::vector<PlacedValue> kept = unpacked(m_chunks[i]);
        std::erase_if(kept, [&](const PlacedValue &placed) { return placed.frame == frame; });
        repack(i, kept);
    }
    m_orders.clear();
}

void Column::renumber(std::span<const std::uint32_t> newFrame)
{
    for (Chunk &chunk : m_chunks)
        chunk.renumber(newFrame);
    m_orders.clear();
}

/// Replaces a chunk by new chunks that contain \p values.
void Column::repack(std::size_t chunk, std::span<const PlacedValue> values)
{
    replace(chunk, 1, packed(values));
}

void Column::replace(std::size_t first, std::size_t count, std::vector<Chunk> chunks)
{
    const auto begin = m_chunks.begin() + static_cast<std::ptrdiff_t>(first), end = begin + static_cast<std::ptrdiff_t>(count);
    for (auto at = begin; at != end; ++at) {
        m_size -= at->size();
        m_nonFinite -= at->nonFinite();
    }
    for (const Chunk &chunk : chunks) {
        m_size += chunk.size();
        m_nonFinite += chunk.nonFinite();
    }
    m_chunks.insert(m_chunks.erase(begin, end), std::make_move_iterator(chunks.begin()), std::make_move_iterator(chunks.end()));
}

void Column::thin(std::size_t first, std::size_t count, std::vector<Chunk> thinned)
{
    for (auto &[axis, order] : m_orders)
        if (order.sorted || order.chunk < first + count)
            order = {};
        else // values in order along the axis stay in order after some are removed
            order.chunk -= count - thinned.size();
    replace(first, count, std::move(thinned));
}

std::optional<std::size_t> Column::placeOf(std::uint32_t number) const
{
    const auto found = std::ranges::lower_bound(m_chunks, number, {}, &Chunk::number);
    if (found == m_chunks.end() || found->number() != number)
        return std::nullopt;
    return static_cast<std::size_t>(found - m_chunks.begin());
}

void Column::cutChunks(std::size_t first)
{
    while (m_chunks.size() > first)
        repack(m_chunks.size() - 1, {});
    forgetOrdersFrom(first);
}

/// Discards axis orders that include chunk number \p chunk or later ones.
void Column::forgetOrdersFrom(std::size_t chunk)
{
    for (auto &[axis, order] : m_orders)
        if (order.sorted)
            order = {};
        else if (order.chunk >= chunk)
            order = {chunk, 0, nullptr};
}

Chunk &Column::replaceStandIn(std::size_t chunk)
{
    if (m_chunks[chunk].hasTimes() || !m_chunks[chunk].isConsecutive() || std::ranges::any_of(m_orders, [](const auto &order) { return order.second.sorted != nullptr; }))
        forgetOrdersFrom(chunk);
    m_chunks[chunk].drop();
    return m_chunks[chunk];
}

void Column::addChunk(Chunk chunk)
{
    m_size += chunk.size();
    m_nonFinite += chunk.nonFinite();
    m_chunks.push_back(std::move(chunk));
}

void Column::beginChunk(std::uint32_t frame)
{
    m_chunks.emplace_back(frame, m_chunks.empty() ? 0 : m_chunks.back().number() + 1);
}

Column &noColumn()
{
    static Column none; // is empty: has nothing to load or change
    return none;
}

} // namespace lensboard::store
