#pragma once

#include "core/record/frame.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lensboard::store {

/// Lossless compression of kSize ticks. Each number of a stamp usually grows by a constant amount per tick, so it is stored as its distance
/// above a straight line, in as few bytes as needed.
class PackedTicks
{
public:
    static constexpr std::size_t kSize = 256;
    using Stamps = std::array<record::TickStamp, kSize>;

    explicit PackedTicks(std::span<const record::TickStamp, kSize> stamps);
    /// Estimates kSize ticks from \p first on by linear interpolation to \p next, the tick after them.
    PackedTicks(const record::TickStamp &first, const record::TickStamp &next);

    record::TickStamp operator[](std::size_t i) const;
    Stamps unpacked() const;
    std::size_t bytes() const; ///< memory in bytes

private:
    static constexpr std::size_t kNumbers = 5; ///< numbers in a stamp; the time as its bit pattern, because that also grows with time

    struct Line
    {
        std::uint64_t first = 0, stride = 0; ///< modulo 2^64
        std::uint8_t width = 0;              ///< size in bytes of each distance to the line: 0, 1, 2, 4 or 8
    };

    std::array<Line, kNumbers> m_lines;
    std::unique_ptr<std::byte[]> m_above; ///< distances, grouped by number
};

/// The ticks of a run by index. Takes about five bytes per tick if steps take about the same time.
class TickTable
{
public:
    TickTable() = default;
    TickTable(TickTable &&) = default;
    TickTable &operator=(TickTable &&) = default;

    std::size_t size() const { return m_packed.size() * PackedTicks::kSize + m_count; }
    bool empty() const { return size() == 0; }
    record::TickStamp operator[](std::size_t i) const
    {
        const std::size_t block = i / PackedTicks::kSize;
        return block < m_packed.size() ? m_packed[block][i % PackedTicks::kSize] : m_last[i % PackedTicks::kSize];
    }
    record::TickStamp back() const { return (*this)[size() - 1]; }
    std::vector<record::TickStamp> copy(std::size_t first, std::size_t last) const; ///< \p last is excluded
    std::size_t bytes() const; ///< memory in bytes

    void push_back(const record::TickStamp &stamp);
    void replace(std::size_t i, const record::TickStamp &stamp);

    // ---- for remote runs: at first only each PackedTicks::kSize'th tick is known, and the ticks between are estimates
    /// Adds kSize estimated ticks from \p first on. The next tick to add is \p next. size() must be a multiple of kSize.
    void addStandIns(const record::TickStamp &first, const record::TickStamp &next);
    /// Replaces the first block of estimates by the exact \p stamps.
    void settle(std::span<const record::TickStamp, PackedTicks::kSize> stamps);
    bool isExact() const { return m_standIn == m_standInEnd; }
    bool isExact(std::size_t i) const { return i / PackedTicks::kSize < m_standIn || i / PackedTicks::kSize >= m_standInEnd; }
    /// Returns the number of exact ticks before the first estimate.
    std::size_t exactCount() const { return isExact() ? size() : m_standIn * PackedTicks::kSize; }

private:
    void packFull();

    std::vector<PackedTicks> m_packed;
    std::size_t m_standIn = 0, m_standInEnd = 0; ///< range of blocks with estimates
    PackedTicks::Stamps m_last; ///< ticks after the packed blocks
    std::size_t m_count = 0;    ///< number of ticks in m_last
};

} // namespace lensboard::store
