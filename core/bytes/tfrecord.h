#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lensboard::bytes {

/// CRC-32C as TensorFlow masks it, so that a CRC stored among data that is itself checked stays apart.
std::uint32_t maskedCrc32c(std::string_view data);

/// Appends \p data to \p out as a record of a TFRecord file: its length (uint64), the CRC of the length, the data,
/// the CRC of the data; little-endian.
void appendTfRecord(std::string &out, std::string_view data);

/// What a piece of a TFRecord file begins with.
struct TfRecordFront
{
    enum class State {
        Whole,
        Unfinished,  ///< the rest of the record follows the piece
        WrongLength, ///< does not match its CRC, or is beyond kLargestTfRecord
        WrongData
    };

    State state = State::Unfinished;
    std::string_view data = {}; ///< if Whole
    std::size_t size = 0;       ///< if Whole, of data and frame
};

constexpr std::uint64_t kLargestTfRecord = std::uint64_t{1} << 30;

TfRecordFront tfRecordAtFront(std::string_view bytes);

} // namespace lensboard::bytes
