#include "core/dataset/number_array.h"

#include "core/record/message.h"

#include <algorithm>

namespace lensboard::dataset {

namespace {

constexpr std::size_t kLargestArray = std::size_t{16} << 30; ///< in bytes; fits into the memory of today's machines, together with a model

/// Returns the array's size in bytes. Errors: DatasetError if it is 0 or more than \p source can contain.
std::size_t checkedSize(const ByteSource &source, const NumberArray &array)
{
    std::size_t bytes = byteCount(array.type);
    for (const std::int64_t size : array.shape) {
        if (size < 1 || static_cast<std::size_t>(size) > kLargestArray / bytes)
            source.fail(record::message("a dimension of size %1, expected a positive one with at most 16 GiB of values in all",
                                        size));
        bytes *= static_cast<std::size_t>(size);
    }
    return bytes;
}

} // namespace

std::size_t byteCount(NumberType type)
{
    switch (type) {
    case NumberType::Bool:
    case NumberType::UInt8:
    case NumberType::Int8: return 1;
    case NumberType::Int16:
    case NumberType::UInt16:
    case NumberType::Float16: return 2;
    case NumberType::Int32:
    case NumberType::Float32: return 4;
    case NumberType::Int64:
    case NumberType::Float64: return 8;
    }
    return 1;
}

void readNumbers(ByteSource &source, NumberArray &array, std::endian order, const ReadReport &report)
{
    constexpr std::size_t kPiece = 1 << 20;
    const std::size_t width = byteCount(array.type), total = checkedSize(source, array);
    const record::Message values = record::counted(static_cast<std::uint64_t>(total / width), "%n value", "%n values");
    array.bytes.reserve(std::min(total, source.most()));
    while (array.bytes.size() < total) { // allocates only as bytes arrive, because the header may be wrong
        report(source.share());
        const std::size_t at = array.bytes.size(), piece = std::min(kPiece, total - at);
        array.bytes.resize(at + piece);
        source.read(array.bytes.data() + at, piece, values);
    }
    if (!source.atEnd())
        source.fail(record::message("there is more than the %1 that the header states", values));
    if (order != std::endian::native && width > 1)
        for (std::size_t i = 0; i < total; i += width)
            std::reverse(array.bytes.begin() + static_cast<std::ptrdiff_t>(i),
                         array.bytes.begin() + static_cast<std::ptrdiff_t>(i + width));
}

} // namespace lensboard::dataset
