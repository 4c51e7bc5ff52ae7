#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lensboard::visualizer {

/// CRC-32C (Castagnoli) as TensorFlow masks it, so that a CRC stored among data that is itself checked stays apart.
/// By Boost.CRC: one header without a library to link, and a record is a few kB, so that ISA-L would be no gain.
std::uint32_t maskedCrc32c(std::string_view data);

/// Appends \p data to \p out as a record of a TFRecord file: its length (uint64), the CRC of the length, the data,
/// the CRC of the data; little-endian.
void appendTfRecord(std::string &out, std::string_view data);

} // namespace lensboard::visualizer
