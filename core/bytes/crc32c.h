#pragma once

#include <cstdint>
#include <string_view>

namespace lensboard::bytes {

/// CRC-32C (Castagnoli), by the processor's own instruction where it has one.
std::uint32_t crc32c(std::string_view data);

/// The same on any processor, eight bytes at a time.
std::uint32_t crc32cByTables(std::string_view data);

} // namespace lensboard::bytes
