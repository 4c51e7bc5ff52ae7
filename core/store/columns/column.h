#pragma once

#include "core/record/axis.h"
#include "core/record/frame.h"
#include "core/stats/extent.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
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

    record::TickStamp stamp(std::span<const record::TickStamp> ticks) const;
};

/// Up to kSize consecutive values of a series under a min-max pyramid. Of a run on disk the values may be away
/// while the pyramid is here. Values that have times of their own have them here, too.
class Chunk
{
public:
    static constexpr std::size_t kSize = 1024;
    /// How many values a node of the pyramid covers, level by level.
    static constexpr std::array<std::size_t, 4> kNodeSizes = {16, 64, 256, 1024};
    using Pyramid = std::array<std::vector<stats::Extent>, kNodeSizes.size()>;

    explicit Chunk(std::uint32_t firstFrame) : m_firstFrame(firstFrame) {}
    /// One whose values are away. \p frames is empty if they are consecutive.
    /// Errors: std::invalid_argument if frames or nodes are not as many as \p count values have.
    Chunk(std::uint32_t firstFrame, std::size_t count, std::size_t nonFinite, std::vector<std::uint32_t> frames,
          Pyramid pyramid);

    std::size_t size() const { return m_count; }
    std::size_t nonFinite() const { return m_nonFinite; } ///< how many of the values
    std::uint32_t firstFrame() const { return m_firstFrame; }
    std::uint32_t frame(std::size_t i) const
    {
        return m_frames.empty() ? m_firstFrame + static_cast<std::uint32_t>(i) : m_frames[i];
    }
    std::uint32_t lastFrame() const { return frame(m_count - 1); }
    std::span<const std::uint32_t> frames() const { return m_frames; } ///< empty if consecutive

    bool hasValues() const { return m_values.size() == m_count; }
    std::span<const double> values() const { return m_values; }
    PlacedValue placed(std::size_t i) const { return {frame(i), m_values[i], wallSeconds(i)}; } ///< its values are here
    void setValues(std::vector<double> values) { m_values = std::move(values); }
    void dropValues() { m_values = {}; }

    const Pyramid &pyramid() const { return m_pyramid; }
    /// How many nodes \p level has over \p count values.
    static constexpr std::size_t nodeCount(std::size_t level, std::size_t count)
    {
        return (count + kNodeSizes[level] - 1) / kNodeSizes[level];
    }

    double wallSeconds(std::size_t i) const { return m_wallSeconds.empty() ? record::kTicksTime : m_wallSeconds[i]; }
    std::span<const double> wallSeconds() const { return m_wallSeconds; } ///< empty if all are their ticks'
    /// Errors: std::invalid_argument if they are not as many as the values.
    void setWallSeconds(std::vector<double> seconds);

    void append(PlacedValue placed);
    /// Its ticks are called by new numbers from here on; those that followed each other still do.
    void renumber(std::span<const std::uint32_t> newFrame);

private:
    std::uint32_t m_firstFrame;
    std::size_t m_count = 0;
    std::size_t m_nonFinite = 0;
    std::vector<std::uint32_t> m_frames;
    std::vector<double> m_values;
    std::vector<double> m_wallSeconds; ///< NaN for that of the tick; empty if all are
    Pyramid m_pyramid;
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
    /// Adds a value at the end or, if the series has later steps, where it belongs. True if it went to the end. Its
    /// chunk must have its values.
    bool put(PlacedValue placed, std::span<const record::TickStamp> ticks);
    /// Removes what stands at \p step and after it. Returns true if there was anything.
    bool cut(std::int64_t step, std::span<const record::TickStamp> ticks);
    /// Removes what stands in the tick \p frame.
    void erase(std::uint32_t frame, std::span<const record::TickStamp> ticks);
    /// Removes the chunks from number \p first on.
    void cutChunks(std::size_t first);
    void addChunk(Chunk chunk);
    /// Adds a value that is later than all others.
    void append(PlacedValue placed);
    void renumber(std::span<const std::uint32_t> newFrame);

    std::size_t size() const { return m_size; }
    std::size_t nonFinite() const { return m_nonFinite; }
    const std::vector<Chunk> &chunks() const { return m_chunks; }
    Chunk &chunk(std::size_t i) { return m_chunks[i]; }
    AxisOrder &order(record::Axis axis) { return m_orders[axis]; }

private:
    void insert(PlacedValue placed, std::span<const record::TickStamp> ticks);
    void forgetOrdersFrom(std::size_t chunk);
    void replaceChunk(std::size_t number, std::span<const PlacedValue> values);

    std::vector<Chunk> m_chunks;
    std::size_t m_size = 0;
    std::size_t m_nonFinite = 0;
    std::map<record::Axis, AxisOrder> m_orders; ///< of the axes that were asked for
};

/// Stands for that of a series that there is not.
Column &noColumn();

} // namespace lensboard::store
