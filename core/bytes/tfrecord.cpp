#include "core/bytes/tfrecord.h"

#include "core/bytes/crc32c.h"

namespace lensboard::bytes {

namespace {

template <typename Integer>
void appendLittleEndian(std::string &out, Integer number)
{
    for (std::size_t i = 0; i < sizeof number; ++i)
        out += static_cast<char>(number >> (8 * i) & 0xFF);
}

template <typename Integer>
Integer littleEndian(std::string_view bytes)
{
    Integer number = 0;
    for (std::size_t i = 0; i < sizeof number; ++i)
        number |= static_cast<Integer>(static_cast<std::uint8_t>(bytes[i])) << (8 * i);
    return number;
}

} // namespace

std::uint32_t maskedCrc32c(std::string_view data)
{
    const std::uint32_t sum = crc32c(data);
    return ((sum >> 15) | (sum << 17)) + 0xA282EAD8;
}

void appendTfRecord(std::string &out, std::string_view data)
{
    std::string length;
    appendLittleEndian(length, std::uint64_t{data.size()});
    out += length;
    appendLittleEndian(out, maskedCrc32c(length));
    out += data;
    appendLittleEndian(out, maskedCrc32c(data));
}

TfRecordFront tfRecordAtFront(std::string_view bytes)
{
    using State = TfRecordFront::State;
    if (bytes.size() < kTfRecordHeaderSize)
        return {State::Unfinished};
    const std::string_view lengthBytes = bytes.substr(0, sizeof(std::uint64_t));
    const auto length = littleEndian<std::uint64_t>(lengthBytes);
    const auto lengthCrc = littleEndian<std::uint32_t>(bytes.substr(lengthBytes.size()));
    if (lengthCrc != maskedCrc32c(lengthBytes) || length > kLargestTfRecord)
        return {State::WrongLength};
    bytes.remove_prefix(kTfRecordHeaderSize);
    if (bytes.size() < length + sizeof(std::uint32_t))
        return {State::Unfinished};
    const std::string_view data = bytes.substr(0, length);
    if (littleEndian<std::uint32_t>(bytes.substr(length)) != maskedCrc32c(data))
        return {State::WrongData};
    return {State::Whole, data, kTfRecordHeaderSize + length + sizeof(std::uint32_t)};
}

} // namespace lensboard::bytes
