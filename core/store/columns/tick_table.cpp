#include "core/store/columns/tick_table.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace lensboard::store {

using record::TickStamp;

namespace {

std::array<std::uint64_t, 5> numbersOf(const TickStamp &stamp)
{
    return {static_cast<std::uint64_t>(stamp.tick), static_cast<std::uint64_t>(stamp.epoch), static_cast<std::uint64_t>(stamp.step),
            static_cast<std::uint64_t>(stamp.samples), std::bit_cast<std::uint64_t>(stamp.wallSeconds)};
}

template <typename Unsigned>
std::uint64_t read(const std::byte *from, std::size_t i)
{
    Unsigned number;
    std::memcpy(&number, from + i * sizeof number, sizeof number);
    return number;
}

std::uint64_t read(const std::byte *from, std::size_t width, std::size_t i)
{
    switch (width) {
    case 0: return 0;
    case 1: return read<std::uint8_t>(from, i);
    case 2: return read<std::uint16_t>(from, i);
    case 4: return read<std::uint32_t>(from, i);
    default: return read<std::uint64_t>(from, i);
    }
}

template <typename Unsigned>
void write(std::byte *to, std::size_t i, std::uint64_t number)
{
    const auto narrow = static_cast<Unsigned>(number);
    std::memcpy(to + i * sizeof narrow, &narrow, sizeof narrow);
}

void write(std::byte *to, std::size_t width, std::size_t i, std::uint64_t number)
{
    switch (width) {
    case 0: return;
    case 1: return write<std::uint8_t>(to, i, number);
    case 2: return write<std::uint16_t>(to, i, number);
    case 4: return write<std::uint32_t>(to, i, number);
    default: return write<std::uint64_t>(to, i, number);
    }
}

std::uint8_t widthOf(std::uint64_t greatest)
{
    return greatest == 0 ? 0 : static_cast<std::uint8_t>(std::bit_ceil((std::bit_width(greatest) + 7U) / 8U));
}

} // namespace

PackedTicks::PackedTicks(const TickStamp &first, const TickStamp &next)
{
    const auto begin = numbersOf(first), end = numbersOf(next);
    for (std::size_t n = 0; n < kNumbers; ++n) {
        const auto rise = static_cast<std::int64_t>(end[n] - begin[n]);
        m_lines[n] = {begin[n], static_cast<std::uint64_t>(rise / static_cast<std::int64_t>(kSize))};
    }
}

PackedTicks::PackedTicks(std::span<const TickStamp, kSize> stamps)
{
    std::array<std::array<std::uint64_t, kSize>, kNumbers> above;
    std::size_t bytes = 0;
    for (std::size_t n = 0; n < kNumbers; ++n) {
        Line &line = m_lines[n];
        line.first = numbersOf(stamps.front())[n];
        const auto rise = static_cast<std::int64_t>(numbersOf(stamps.back())[n] - line.first);
        line.stride = static_cast<std::uint64_t>(rise / static_cast<std::int64_t>(kSize - 1));
        std::int64_t least = 0;
        for (std::size_t i = 0; i < kSize; ++i) {
            above[n][i] = numbersOf(stamps[i])[n] - (line.first + i * line.stride);
            least = std::min(least, static_cast<std::int64_t>(above[n][i]));
        }
        line.first += static_cast<std::uint64_t>(least);
        for (std::uint64_t &distance : above[n])
            distance -= static_cast<std::uint64_t>(least);
        line.width = widthOf(*std::ranges::max_element(above[n]));
        bytes += kSize * line.width;
    }
    m_above = std::make_unique_for_overwrite<std::byte[]>(bytes);
    std::byte *to = m_above.get();
    for (std::size_t n = 0; n < kNumbers; ++n) {
        for (std::size_t i = 0; i < kSize; ++i)
            write(to, m_lines[n].width, i, above[n][i]);
        to += kSize * m_lines[n].width;
    }
}

TickStamp PackedTicks::operator[](std::size_t i) const
{
    std::array<std::uint64_t, kNumbers> numbers;
    const std::byte *from = m_above.get();
    for (std::size_t n = 0; n < kNumbers; ++n) {
        const Line &line = m_lines[n];
        numbers[n] = line.first + i * line.stride + read(from, line.width, i);
        from += kSize * line.width;
    }
    return {static_cast<std::int64_t>(numbers[0]), static_cast<std::int64_t>(numbers[1]), static_cast<std::int64_t>(numbers[2]),
            static_cast<std::int64_t>(numbers[3]), std::bit_cast<double>(numbers[4])};
}

PackedTicks::Stamps PackedTicks::unpacked() const
{
    Stamps stamps;
    for (std::size_t i = 0; i < kSize; ++i)
        stamps[i] = (*this)[i];
    return stamps;
}

std::size_t PackedTicks::bytes() const
{
    std::size_t bytes = sizeof *this;
    for (const Line &line : m_lines)
        bytes += kSize * line.width;
    return bytes;
}

std::vector<TickStamp> TickTable::copy(std::size_t first, std::size_t last) const
{
    std::vector<TickStamp> stamps;
    last = std::min(last, size());
    if (first < last)
        stamps.reserve(last - first);
    for (std::size_t i = first; i < last; ++i)
        stamps.push_back((*this)[i]);
    return stamps;
}

std::size_t TickTable::bytes() const
{
    std::size_t bytes = sizeof m_last;
    for (const PackedTicks &block : m_packed)
        bytes += block.bytes();
    return bytes;
}

void TickTable::packFull()
{
    if (m_count < PackedTicks::kSize)
        return;
    m_packed.emplace_back(m_last);
    m_count = 0;
}

void TickTable::push_back(const TickStamp &stamp)
{
    packFull();
    m_last[m_count++] = stamp;
}

void TickTable::addStandIns(const TickStamp &first, const TickStamp &next)
{
    packFull();
    if (isExact())
        m_standIn = m_packed.size();
    m_packed.emplace_back(first, next);
    m_standInEnd = m_packed.size();
}

void TickTable::settle(std::span<const TickStamp, PackedTicks::kSize> stamps)
{
    m_packed[m_standIn++] = PackedTicks(stamps);
}

void TickTable::replace(std::size_t i, const TickStamp &stamp)
{
    const std::size_t block = i / PackedTicks::kSize;
    if (block == m_packed.size()) {
        m_last[i % PackedTicks::kSize] = stamp;
        return;
    }
    PackedTicks::Stamps stamps = m_packed[block].unpacked();
    stamps[i % PackedTicks::kSize] = stamp;
    m_packed[block] = PackedTicks(stamps);
}

} // namespace lensboard::store
