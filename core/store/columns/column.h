#pragma once

#include "core/record/axis.h"
#include "core/record/frame.h"
#include "core/stats/extent.h"
#include "core/store/columns/tick_table.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace lensboard::store {

/// What values are ordered by. Ticks may share a step: then their numbers distinguish them.
inline std::pair<std::int64_t, std::int64_t> place(const record::TickStamp &stamp)
{
    return {stamp.step, stamp.tick};
}

/// A value and its tick, as an index into the run's ticks.
struct PlacedValue
{
    std::uint32_t frame = 0;
    double value = 0;
    double wallSeconds = record::kTicksTime; ///< its own

    record::TickStamp stamp(const TickTable &ticks) const;
};

/// Of a chunk what can be away, finer nodes before coarser ones. With any of these come its places.
enum class ChunkPart : std::uint8_t {
    Nodes16,  ///< nodes of the pyramid over 16 values, and all coarser ones
    Nodes64,
    Nodes256,
    Ends,     ///< the places of its first and last value; the node over all values is always here
    Places,   ///< the frames and times of all values
    Values
};

/// Up to kSize consecutive values of a series under a min-max pyramid. Of a run on disk all of it may be away but its
/// extent and where it begins and ends: a long run has some 50 bytes in memory for each chunk.
class Chunk
{
public:
    static constexpr std::size_t kSize = 1024;
    /// How many values a node of the pyramid covers, level by level.
    static constexpr std::array<std::size_t, 4> kNodeSizes = {16, 64, 256, 1024};
    using Pyramid = std::array<std::vector<stats::Extent>, kNodeSizes.size()>;

    /// What is kept of a chunk whose rest is away.
    struct Outline
    {
        std::uint32_t number = 0;
        std::uint32_t firstFrame = 0, lastFrame = 0; ///< of the first and of the last value
        std::size_t count = 0, nonFinite = 0;
        bool isConsecutive = true; ///< its frames follow each other
        bool hasTimes = false;     ///< some values have times of their own
        stats::Extent extent;      ///< of all values
    };

    explicit Chunk(std::uint32_t firstFrame, std::uint32_t number = 0);
    /// One of which the rest is away.
    /// Errors: std::invalid_argument if its numbers do not fit each other.
    explicit Chunk(const Outline &outline);

    /// What its file knows it by: those of a series rise, and have gaps where chunks were thinned.
    std::uint32_t number() const { return m_number; }
    std::size_t size() const { return m_count; }
    std::size_t nonFinite() const { return m_nonFinite; } ///< how many of the values
    const stats::Extent &extent() const { return m_extent; } ///< of all values

    bool has(ChunkPart part) const;
    /// For whoever decides what is kept: true if part of it was asked for since the last call.
    bool takeUse()
    {
        const bool wasUsed = m_isUsed;
        m_isUsed = false;
        return wasUsed;
    }
    void use() { m_isUsed = true; }
    /// Bytes of what is here and could be away.
    std::size_t bytes() const;
    /// All of it that can be away is, until it is given again.
    void drop()
    {
        m_body.reset();
        m_isStandIn = false;
    }
    void dropValues();
    /// What is away of \p part is made up of what is here, until it is dropped: nodes span what the one above them does, values go back and
    /// forth between its ends, places lie as far from each other. For a reader that cannot wait for it.
    void standIn(ChunkPart part);
    bool isStandIn() const { return m_isStandIn; }

    // ---- its places are here: see ChunkPart
    std::uint32_t firstFrame() const { return m_firstFrame; }
    std::uint32_t lastFrame() const { return m_lastFrame; }
    std::uint32_t frame(std::size_t i) const
    {
        if (m_isConsecutive)
            return m_firstFrame + static_cast<std::uint32_t>(i);
        return i == 0 ? m_firstFrame : i + 1 == m_count ? m_lastFrame : m_body->frames[i];
    }
    bool isConsecutive() const { return m_isConsecutive; }
    std::span<const std::uint32_t> frames() const; ///< empty if consecutive
    bool hasTimes() const { return m_hasTimes; }
    double wallSeconds(std::size_t i) const { return m_hasTimes ? m_body->wallSeconds[i] : record::kTicksTime; }
    std::span<const double> wallSeconds() const; ///< empty if all are their ticks'

    // ---- its values are here
    bool hasValues() const { return m_body && m_body->values.size() == m_count; }
    std::span<const double> values() const { return m_body->values; }
    PlacedValue placed(std::size_t i) const { return {frame(i), m_body->values[i], wallSeconds(i)}; }

    // ---- the nodes of the level are here
    const stats::Extent &node(std::size_t level, std::size_t i) const
    {
        return level + 1 == kNodeSizes.size() ? m_extent : m_body->pyramid[level][i];
    }
    const Pyramid &pyramid() const { return m_body->pyramid; } ///< of a chunk of which nothing is away
    /// How many nodes \p level has over \p count values.
    static constexpr std::size_t nodeCount(std::size_t level, std::size_t count)
    {
        return (count + kNodeSizes[level] - 1) / kNodeSizes[level];
    }

    /// All nodes over \p values.
    static Pyramid pyramidOf(std::span<const double> values);

    // ---- to bring back what is away. Errors: std::invalid_argument if it is not as many as the values.
    void setValues(std::vector<double> values);
    void setPlaces(std::vector<std::uint32_t> frames, std::vector<double> wallSeconds);
    /// Those of \p finest and coarser levels are kept.
    void setNodes(Pyramid pyramid, std::size_t finest);

    /// Of a chunk of which nothing is away.
    void append(PlacedValue placed);
    /// Its ticks are called by new numbers from here on; those that followed each other still do.
    void renumber(std::span<const std::uint32_t> newFrame);

private:
    struct Body
    {
        std::vector<std::uint32_t> frames; ///< empty if consecutive
        std::vector<double> wallSeconds;   ///< NaN for that of the tick; empty if all are
        std::vector<double> values;
        Pyramid pyramid;
    };

    bool hasPlaces() const { return (m_isConsecutive || (m_body && !m_body->frames.empty())) && hasWallSeconds(); }
    bool hasWallSeconds() const { return !m_hasTimes || (m_body && !m_body->wallSeconds.empty()); }
    Body &body();

    std::uint32_t m_number;
    std::uint32_t m_firstFrame, m_lastFrame;
    std::uint32_t m_count : 11 = 0;
    std::uint32_t m_nonFinite : 11 = 0;
    bool m_isConsecutive : 1 = true;
    bool m_hasTimes : 1 = false;
    bool m_isUsed : 1 = false;
    bool m_isStandIn : 1 = false;
    stats::Extent m_extent;
    std::unique_ptr<Body> m_body;
};

/// Appends to the last chunk, or to a new one if that is full or its values are away.
void append(std::vector<Chunk> &chunks, PlacedValue placed);

class Column;

/// How the values of a column lie along an axis that is not that of steps.
struct AxisOrder
{
    std::size_t chunk = 0, index = 0; ///< before which values were checked
    std::unique_ptr<Column> sorted;   ///< those, in the order of the axis; null as long as they rise along it
};

/// The values of one series in the order of their steps; of those at one step, in the order in which they came.
class Column
{
public:
    /// Adds a value at the end or, if the series has later steps, where it belongs. True if it went to the end.
    /// Of what is changed nothing is away.
    bool put(PlacedValue placed, const TickTable &ticks);
    /// Removes what stands at \p step and after it. Returns true if there was anything.
    bool cut(std::int64_t step, const TickTable &ticks);
    /// Removes what stands in the tick \p frame.
    void erase(std::uint32_t frame, const TickTable &ticks);
    /// Removes the chunks from the one at \p first on.
    void cutChunks(std::size_t first);
    /// Puts \p thinned, which have some of their values, in the place of \p count chunks, from the one at \p first on.
    void thin(std::size_t first, std::size_t count, std::vector<Chunk> thinned);
    void addChunk(Chunk chunk);
    /// Adds a chunk for what comes from the tick \p frame on.
    void beginChunk(std::uint32_t frame);
    /// Adds a value that is later than all others.
    void append(PlacedValue placed);
    void renumber(std::span<const std::uint32_t> newFrame);

    std::size_t size() const { return m_size; }
    std::size_t nonFinite() const { return m_nonFinite; }
    const std::vector<Chunk> &chunks() const { return m_chunks; }
    Chunk &chunk(std::size_t i) { return m_chunks[i]; }
    /// What stood in for part of a chunk is to be there instead: its order along axes may be another.
    Chunk &replaceStandIn(std::size_t chunk);
    /// Where the chunk \p number is; none if it is not there any more.
    std::optional<std::size_t> placeOf(std::uint32_t number) const;
    AxisOrder &order(record::Axis axis) { return m_orders[axis]; }
    /// Ticks are others by now.
    void forgetOrders() { m_orders.clear(); }

private:
    void insert(PlacedValue placed, const TickTable &ticks);
    void forgetOrdersFrom(std::size_t chunk);
    void repack(std::size_t chunk, std::span<const PlacedValue> values);
    void replace(std::size_t first, std::size_t count, std::vector<Chunk> chunks);

    std::vector<Chunk> m_chunks;
    std::size_t m_size = 0;
    std::size_t m_nonFinite = 0;
    std::map<record::Axis, AxisOrder> m_orders; ///< of the axes that were asked for
};

/// Stands for that of a series that there is not.
Column &noColumn();

} // namespace lensboard::store
