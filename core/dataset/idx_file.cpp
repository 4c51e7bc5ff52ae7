#include "core/dataset/idx_file.h"

#include "core/dataset/byte_file.h"
#include "core/record/message.h"

#include <array>
#include <optional>
#include <string>

namespace lensboard::dataset {

namespace {

std::optional<NumberType> typeOf(std::uint8_t code)
{
    switch (code) {
    case 0x08: return NumberType::UInt8;
    case 0x09: return NumberType::Int8;
    case 0x0b: return NumberType::Int16;
    case 0x0c: return NumberType::Int32;
    case 0x0d: return NumberType::Float32;
    case 0x0e: return NumberType::Float64;
    default: return std::nullopt;
    }
}

} // namespace

NumberArray readIdx(const std::filesystem::path &path, const ReadReport &report, const std::string &key)
{
    constexpr std::size_t kLargest = std::size_t{4} << 30; ///< bytes of values; no data set in this format is larger
    ByteFile file(path, record::message("an IDX file"), key);
    std::array<std::uint8_t, 4> header{};
    file.read(header.data(), 4, record::message("the four bytes that begin an IDX file"));
    if (header[0] || header[1])
        file.fail(record::message("this is not an IDX file: it does not begin with two zero bytes"));
    const auto type = typeOf(header[2]);
    if (!type)
        file.fail(record::message("values of type %1, expected 8 (uint8), 9 (int8), 11 (int16), 12 (int32), 13 (float32) or 14 "
                                  "(float64)",
                                  header[2]));
    if (header[3] < 1 || header[3] > 4)
        file.fail(record::message("%1 dimensions, expected 1 to 4", header[3]));
    NumberArray idx;
    idx.type = *type;
    std::size_t total = byteCount(*type);
    for (int i = 0; i < header[3]; ++i) {
        std::array<std::uint8_t, 4> bytes{};
        file.read(bytes.data(), 4, record::message("the size of dimension %1", i + 1));
        const std::size_t size = std::size_t{bytes[0]} << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
        if (size == 0 || size > kLargest / total)
            file.fail(record::message("dimension %1 of size %2, expected a positive one with at most 4 GiB of values in all",
                                      i + 1, size));
        idx.shape.push_back(static_cast<std::int64_t>(size));
        total *= size;
    }
    readNumbers(file, idx, std::endian::big, report);
    return idx;
}

} // namespace lensboard::dataset
