#pragma once

#include "core/dataset/byte_source.h"
#include "core/dataset/read_report.h"

#include <bit>
#include <cstdint>
#include <vector>

namespace lensboard::dataset {

enum class NumberType { Bool, UInt8, Int8, Int16, UInt16, Int32, Int64, Float16, Float32, Float64 };

/// The size of one number, in bytes.
std::size_t byteCount(NumberType type);

/// Numbers in the file's type and this machine's byte order, with their shape.
struct NumberArray
{
    NumberType type = NumberType::UInt8;
    std::vector<std::int64_t> shape;
    std::vector<std::uint8_t> bytes;
    bool firstVariesFastest = false; ///< true: Fortran order; false: C order
};

/// Reads the numbers of \p array up to the end of \p source. The type and shape of \p array must be set.
/// Errors: DatasetError if there are fewer or more numbers. Memory is limited by the size of \p source.
void readNumbers(ByteSource &source, NumberArray &array, std::endian order, const ReadReport &report);

} // namespace lensboard::dataset
