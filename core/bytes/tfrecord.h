#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lensboard::bytes {

/// Returns the CRC-32C with TensorFlow's mask. The mask keeps a stored CRC from affecting a CRC over the data that contain it.
std::uint32_t maskedCrc32c(std::string_view data);

/// Appends \p data to \p out as a record of a TFRecord file: length (uint64), CRC of the length, data, CRC of the data; little-endian.
void appendTfRecord(std::string &out, std::string_view data);

/// First record of a part of a TFRecord file.
struct TfRecordFront
{
    enum class State {
        Whole,
        Unfinished,  ///< the part ends within the record
        WrongLength, ///< length does not match its CRC, or is beyond kLargestTfRecord
        WrongData
    };

    State state = State::Unfinished;
    std::string_view data = {}; ///< if Whole
    std::size_t size = 0;       ///< bytes of data and frame, if Whole
};

constexpr std::size_t kTfRecordHeaderSize = 12; ///< length and its CRC, before the data
constexpr std::uint64_t kLargestTfRecord = std::uint64_t{1} << 30;

TfRecordFront tfRecordAtFront(std::string_view bytes);

} // namespace lensboard::bytes
