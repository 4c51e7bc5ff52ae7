#pragma once

#include "core/record/frame.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lensboard::store {

/// kSize ticks, exactly as they were given. Each of a stamp's numbers mostly grows by as much from tick to tick: it is kept
/// as what it lies above a line, in as few bytes as that takes.
class PackedTicks
{
public:
    static constexpr std::size_t kSize = 256;
    using Stamps = std::array<record::TickStamp, kSize>;

    explicit PackedTicks(std::span<const record::TickStamp, kSize> stamps);
    /// What stands in for those from \p first on, of which \p next follows: they lie on lines from one to the other.
    PackedTicks(const record::TickStamp &first, const record::TickStamp &next);

    record::TickStamp operator[](std::size_t i) const;
    Stamps unpacked() const;
    std::size_t bytes() const; ///< of memory

private:
    static constexpr std::size_t kNumbers = 5; ///< in a stamp; its time by its bits, which grow as it does

    struct Line
    {
        std::uint64_t first = 0, stride = 0; ///< modulo 2^64
        std::uint8_t width = 0;              ///< bytes of each number's distance to the line: 0, 1, 2, 4 or 8
    };

    std::array<Line, kNumbers> m_lines;
    std::unique_ptr<std::byte[]> m_above; ///< distances, number by number
};

/// The ticks of a run by their index; some five bytes each, where steps take about as long as each other.
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
    std::vector<record::TickStamp> copy(std::size_t first, std::size_t last) const; ///< without the last
    std::size_t bytes() const; ///< of memory

    void push_back(const record::TickStamp &stamp);
    void replace(std::size_t i, const record::TickStamp &stamp);

    // ---- of a run that is elsewhere: each PackedTicks::kSize'th tick can be known before those between, for which others stand in until then
    /// Adds as many from \p first on, of which \p next will be the next to be added; after a multiple of them.
    void addStandIns(const record::TickStamp &first, const record::TickStamp &next);
    /// The first for which others stand in are \p stamps.
    void settle(std::span<const record::TickStamp, PackedTicks::kSize> stamps);
    bool isExact() const { return m_standIn == m_standInEnd; }
    bool isExact(std::size_t i) const { return i / PackedTicks::kSize < m_standIn || i / PackedTicks::kSize >= m_standInEnd; }
    /// How many are exact before the first that is not.
    std::size_t exactCount() const { return isExact() ? size() : m_standIn * PackedTicks::kSize; }

private:
    void packFull();

    std::vector<PackedTicks> m_packed;
    std::size_t m_standIn = 0, m_standInEnd = 0; ///< of these, for which others stand in
    PackedTicks::Stamps m_last; ///< those after them
    std::size_t m_count = 0;    ///< of these
};

} // namespace lensboard::store
