#pragma once

#include <cstdint>
#include <string_view>

namespace lensboard::bytes {

/// CRC-32C (Castagnoli), with the processor's CRC instruction if available.
std::uint32_t crc32c(std::string_view data);

/// Same result without the instruction, eight bytes at a time.
std::uint32_t crc32cByTables(std::string_view data);

} // namespace lensboard::bytes
