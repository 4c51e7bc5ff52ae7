#pragma once

#include "core/dataset/number_array.h"

#include <cstring>

namespace lensboard::test {

template <typename Number>
double numberAs(const dataset::NumberArray &array, std::size_t i)
{
    Number number;
    std::memcpy(&number, array.bytes.data() + i * sizeof number, sizeof number);
    return static_cast<double>(number);
}

/// Returns the number at index \p i in memory order.
inline double numberAt(const dataset::NumberArray &array, std::size_t i)
{
    using dataset::NumberType;
    switch (array.type) {
    case NumberType::Bool:
    case NumberType::UInt8: return numberAs<std::uint8_t>(array, i);
    case NumberType::Int8: return numberAs<std::int8_t>(array, i);
    case NumberType::Int16: return numberAs<std::int16_t>(array, i);
    case NumberType::UInt16: return numberAs<std::uint16_t>(array, i);
    case NumberType::Int32: return numberAs<std::int32_t>(array, i);
    case NumberType::Int64: return numberAs<std::int64_t>(array, i);
    case NumberType::Float16: break; // C++20 has no type for it
    case NumberType::Float32: return numberAs<float>(array, i);
    case NumberType::Float64: return numberAs<double>(array, i);
    }
    return 0;
}

} // namespace lensboard::test
