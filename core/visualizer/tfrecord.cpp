#include "core/visualizer/tfrecord.h"

#include <boost/crc.hpp>

namespace lensboard::visualizer {

namespace {

template <typename Integer>
void appendLittleEndian(std::string &out, Integer number)
{
    for (std::size_t i = 0; i < sizeof number; ++i)
        out += static_cast<char>(number >> (8 * i) & 0xFF);
}

} // namespace

std::uint32_t maskedCrc32c(std::string_view data)
{
    boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true> crc;
    crc.process_bytes(data.data(), data.size());
    const std::uint32_t sum = crc.checksum();
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

} // namespace lensboard::visualizer
