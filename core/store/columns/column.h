#pragma once

#include "core/record/axis.h"
#include "core/record/frame.h"
#include "core/stats/extent.h"
#include "core/store/columns/placed_value.h"
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

/// Sort key of values. Several ticks may have the same step; their tick numbers then decide.
inline std::pair<std::int64_t, std::int64_t> place(const record::TickStamp &stamp)
{
    return {stamp.step, stamp.tick};
}

/// Parts of a chunk that need not be in memory, finer nodes first. Loading any part also loads the places.
enum class ChunkPart : std::uint8_t {
    Nodes16,  ///< nodes over 16 values each, and all coarser nodes
    Nodes64,
    Nodes256,
    Ends,     ///< places of the first and last value; the node over all values is always in memory
    Places,   ///< frames and times of all values
    Values
};

/// Up to kSize consecutive values of a series, with a min-max pyramid. If the run is on disk, only the chunk's Outline need be in memory:
/// about 50 bytes per chunk in a long run.
class Chunk
{
public:
    static constexpr std::size_t kSize = 1024;
    /// Number of values per node, for each level of the pyramid.
    static constexpr std::array<std::size_t, 4> kNodeSizes = {16, 64, 256, 1024};
    using Pyramid = std::array<std::vector<stats::Extent>, kNodeSizes.size()>;

    /// The data of a chunk that is always in memory.
    struct Outline
    {
        std::uint32_t number = 0;
        std::uint32_t firstFrame = 0, lastFrame = 0; ///< of the first and last value
        std::size_t count = 0, nonFinite = 0;
        bool isConsecutive = true; ///< the frames are consecutive numbers
        bool hasTimes = false;     ///< some values have times that differ from their tick's
        stats::Extent extent;      ///< of all values
    };

    explicit Chunk(std::uint32_t firstFrame, std::uint32_t number = 0);
    /// Creates a chunk with only the outline in memory.
    /// Errors: std::invalid_argument if the outline is inconsistent.
    explicit Chunk(const Outline &outline);

    /// Identifier of the chunk in its file. Numbers increase within a series, with gaps where chunks were thinned.
    std::uint32_t number() const { return m_number; }
    std::size_t size() const { return m_count; }
    std::size_t nonFinite() const { return m_nonFinite; } ///< number of values that are NaN or infinite
    const stats::Extent &extent() const { return m_extent; } ///< of all values

    bool has(ChunkPart part) const;
    /// Returns true if the chunk was used since the last call. For the cache, to drop unused chunks first.
    bool takeUse()
    {
        const bool wasUsed = m_isUsed;
        m_isUsed = false;
        return wasUsed;
    }
    void use() { m_isUsed = true; }
    /// Size in bytes of the data that drop() would release.
    std::size_t bytes() const;
    /// Releases all data except the outline. It must be set again before use.
    void drop()
    {
        m_body.reset();
        m_isStandIn = false;
    }
    void dropValues();
    /// Fills missing data of \p part with estimates, until drop(): nodes copy the node above them, values alternate between minimum and
    /// maximum, places are evenly spaced. For a reader that cannot wait for the real data.
    void standIn(ChunkPart part);
    bool isStandIn() const { return m_isStandIn; }

    // ---- require that the places are in memory, see ChunkPart
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
    std::span<const double> wallSeconds() const; ///< empty if all equal their ticks' times

    // ---- require that the values are in memory
    bool hasValues() const { return m_body && m_body->values.size() == m_count; }
    std::span<const double> values() const { return m_body->values; }
    PlacedValue placed(std::size_t i) const { return {frame(i), m_body->values[i], wallSeconds(i)}; }

    // ---- require that the nodes of the level are in memory
    const stats::Extent &node(std::size_t level, std::size_t i) const
    {
        return level + 1 == kNodeSizes.size() ? m_extent : m_body->pyramid[level][i];
    }
    const Pyramid &pyramid() const { return m_body->pyramid; } ///< requires that the whole chunk is in memory
    /// Returns the number of nodes of \p level over \p count values.
    static constexpr std::size_t nodeCount(std::size_t level, std::size_t count)
    {
        return (count + kNodeSizes[level] - 1) / kNodeSizes[level];
    }

    /// Returns all nodes over \p values.
    static Pyramid pyramidOf(std::span<const double> values);

    // ---- set data that was read. Errors: std::invalid_argument if its size does not match the number of values.
    void setValues(std::vector<double> values);
    void setPlaces(std::vector<std::uint32_t> frames, std::vector<double> wallSeconds);
    /// Sets the nodes of level \p finest and all coarser ones.
    void setNodes(Pyramid pyramid, std::size_t finest);

    /// Requires that the whole chunk is in memory.
    void append(PlacedValue placed);
    /// Replaces the frame numbers of all values. Consecutive frames must stay consecutive.
    void renumber(std::span<const std::uint32_t> newFrame);

private:
    struct Body
    {
        std::vector<std::uint32_t> frames; ///< empty if consecutive
        std::vector<double> wallSeconds;   ///< NaN: the tick's time; empty if all are NaN
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

/// Appends to the last chunk. Begins a new chunk if the last one is full or its values are not in memory.
void append(std::vector<Chunk> &chunks, PlacedValue placed);

class Column;

/// Order of a column's values along an axis other than steps.
struct AxisOrder
{
    std::size_t chunk = 0, index = 0; ///< position of the first unchecked value
    std::unique_ptr<Column> sorted;   ///< the checked values in axis order; null while they are in order anyway
};

/// The values of one series, sorted by step. Values at the same step are in the order of their ticks.
class Column
{
public:
    /// Adds a value in its place. Returns true if the place is at the end. A value in the last value's tick replaces it. All chunks that
    /// change must be entirely in memory.
    bool put(PlacedValue placed, const TickTable &ticks);
    /// Removes all values at \p step and later. Returns true if there were any.
    bool cut(std::int64_t step, const TickTable &ticks);
    /// Removes the value in the tick \p frame, if there is one.
    void erase(std::uint32_t frame, const TickTable &ticks);
    /// Removes all chunks from index \p first on.
    void cutChunks(std::size_t first);
    /// Replaces \p count chunks from index \p first on by \p thinned. It must contain a subset of their values.
    void thin(std::size_t first, std::size_t count, std::vector<Chunk> thinned);
    void addChunk(Chunk chunk);
    /// Begins a new chunk at the tick \p frame.
    void beginChunk(std::uint32_t frame);
    /// Appends a value. It must be later than all others.
    void append(PlacedValue placed);
    void renumber(std::span<const std::uint32_t> newFrame);

    std::size_t size() const { return m_size; }
    std::size_t nonFinite() const { return m_nonFinite; }
    const std::vector<Chunk> &chunks() const { return m_chunks; }
    Chunk &chunk(std::size_t i) { return m_chunks[i]; }
    /// Returns a chunk that holds estimates, to be replaced by real data. Discards axis orders that include it.
    Chunk &replaceStandIn(std::size_t chunk);
    /// Returns the index of the chunk with this number; nullopt if it no longer exists.
    std::optional<std::size_t> placeOf(std::uint32_t number) const;
    AxisOrder &order(record::Axis axis) { return m_orders[axis]; }
    /// Discards all axis orders. Call it when the ticks change.
    void forgetOrders() { m_orders.clear(); }

private:
    void insert(PlacedValue placed, const TickTable &ticks);
    void forgetOrdersFrom(std::size_t chunk);
    void repack(std::size_t chunk, std::span<const PlacedValue> values);
    void replace(std::size_t first, std::size_t count, std::vector<Chunk> chunks);

    std::vector<Chunk> m_chunks;
    std::size_t m_size = 0;
    std::size_t m_nonFinite = 0;
    std::map<record::Axis, AxisOrder> m_orders; ///< for the axes that were requested
};

/// Returns an empty column, for series that do not exist.
Column &noColumn();

} // namespace lensboard::store
