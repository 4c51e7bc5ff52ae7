#include "core/bytes/crc32c.h"

#include <array>
#include <cstddef>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace lensboard::bytes {

namespace {

constexpr std::uint32_t kPolynomial = 0x82F63B78; // reflected

using Table = std::array<std::uint32_t, 256>;

/// Table k is for a byte with k more bytes after it.
constexpr std::array<Table, 8> makeTables()
{
    std::array<Table, 8> tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit)
            crc = crc & 1 ? (crc >> 1) ^ kPolynomial : crc >> 1;
        tables[0][byte] = crc;
    }
    for (std::size_t k = 1; k < tables.size(); ++k)
        for (std::size_t byte = 0; byte < 256; ++byte)
            tables[k][byte] = (tables[k - 1][byte] >> 8) ^ tables[0][tables[k - 1][byte] & 0xFF];
    return tables;
}

constexpr std::array<Table, 8> kTables = makeTables();

std::uint8_t byteAt(std::string_view data, std::size_t at)
{
    return static_cast<std::uint8_t>(data[at]);
}

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) std::uint32_t crc32cByInstruction(std::string_view data)
{
    std::uint64_t crc = 0xFFFFFFFF;
    for (; data.size() >= 8; data.remove_prefix(8)) {
        std::uint64_t eight;
        std::memcpy(&eight, data.data(), 8);
        crc = _mm_crc32_u64(crc, eight);
    }
    auto rest = static_cast<std::uint32_t>(crc);
    for (std::size_t i = 0; i < data.size(); ++i)
        rest = _mm_crc32_u8(rest, byteAt(data, i));
    return ~rest;
}
#endif

} // namespace

std::uint32_t crc32cByTables(std::string_view data)
{
    std::uint32_t crc = 0xFFFFFFFF;
    for (; data.size() >= 8; data.remove_prefix(8)) {
        std::uint32_t next = 0;
        for (std::size_t i = 0; i < 4; ++i)
            next ^= kTables[7 - i][(crc >> (8 * i) & 0xFF) ^ byteAt(data, i)] ^ kTables[3 - i][byteAt(data, 4 + i)];
        crc = next;
    }
    for (std::size_t i = 0; i < data.size(); ++i)
        crc = (crc >> 8) ^ kTables[0][(crc & 0xFF) ^ byteAt(data, i)];
    return ~crc;
}

std::uint32_t crc32c(std::string_view data)
{
#if defined(__x86_64__)
    static const bool hasInstruction = __builtin_cpu_supports("sse4.2");
    if (hasInstruction)
        return crc32cByInstruction(data);
#endif
    return crc32cByTables(data);
}

} // namespace lensboard::bytes
