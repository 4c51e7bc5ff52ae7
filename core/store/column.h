#pragma once

#include "core/record/frame.h"
#include "core/stats/extent.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lensboard::store {

/// A value and its tick, as an index into the run's ticks.
struct PlacedValue
{
    std::uint32_t frame = 0;
    double value = 0;
};

/// Up to kSize consecutive values of a series under a min-max pyramid. Of a run on disk the values may be away
/// while the pyramid is here.
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
    void setValues(std::vector<double> values) { m_values = std::move(values); }
    void dropValues() { m_values = {}; }

    const Pyramid &pyramid() const { return m_pyramid; }
    /// How many nodes \p level has over \p count values.
    static constexpr std::size_t nodeCount(std::size_t level, std::size_t count)
    {
        return (count + kNodeSizes[level] - 1) / kNodeSizes[level];
    }

    void append(std::uint32_t frame, double value);

private:
    std::uint32_t m_firstFrame;
    std::size_t m_count = 0;
    std::size_t m_nonFinite = 0;
    std::vector<std::uint32_t> m_frames;
    std::vector<double> m_values;
    Pyramid m_pyramid;
};

/// Appends to the last chunk, or to a new one if that is full or its values are away.
void append(std::vector<Chunk> &chunks, PlacedValue placed);

/// The values of one series in the order of their steps.
class Column
{
public:
    /// Adds a value at the end or, if the series has its step or later ones, where it belongs, in place of the one
    /// that is there. True if it went to the end. Its chunk must have its values.
    bool put(PlacedValue placed, std::span<const record::TickStamp> ticks);
    /// Takes away what stands at \p step and after it.
    void cut(std::int64_t step, std::span<const record::TickStamp> ticks);
    /// Takes away the chunks from number \p first on.
    void cutChunks(std::size_t first);
    void addChunk(Chunk chunk);
    /// Adds a value that is later than all others.
    void append(PlacedValue placed);

    std::size_t size() const { return m_size; }
    std::size_t nonFinite() const { return m_nonFinite; }
    const std::vector<Chunk> &chunks() const { return m_chunks; }
    Chunk &chunk(std::size_t i) { return m_chunks[i]; }

private:
    void insert(PlacedValue placed, std::span<const record::TickStamp> ticks);
    void replaceChunk(std::size_t number, std::span<const PlacedValue> values);

    std::vector<Chunk> m_chunks;
    std::size_t m_size = 0;
    std::size_t m_nonFinite = 0;
};

/// Stands for that of a series that there is not.
Column &noColumn();

} // namespace lensboard::store
