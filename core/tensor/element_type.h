#pragma once

#include <cstddef>
#include <cstdint>

namespace lensboard {

/// Type of a tensor's elements. The numbers are PyTorch's own (c10::ScalarType) and never change.
enum class ElementType : std::int8_t {
    UInt8 = 0,
    Int8 = 1,
    Int16 = 2,
    Int32 = 3,
    Int64 = 4,
    Float16 = 5,
    Float32 = 6,
    Float64 = 7,
    Complex32 = 8,
    Complex64 = 9,
    Complex128 = 10,
    Bool = 11,
    BFloat16 = 15,
    Float8E5M2 = 23,
    Float8E4M3 = 24,
    UInt16 = 27,
    UInt32 = 28,
    UInt64 = 29,
    Other = 127 ///< cannot be measured: quantized, or newer than this list
};

/// Returns true for all real floating-point types.
constexpr bool isFloatingPoint(ElementType type)
{
    switch (type) {
    case ElementType::Float16:
    case ElementType::Float32:
    case ElementType::Float64:
    case ElementType::BFloat16:
    case ElementType::Float8E5M2:
    case ElementType::Float8E4M3: return true;
    default: return false;
    }
}

/// Returns true for integers and Bool.
constexpr bool isIntegral(ElementType type)
{
    return (type >= ElementType::UInt8 && type <= ElementType::Int64) || type == ElementType::Bool
        || (type >= ElementType::UInt16 && type <= ElementType::UInt64);
}

/// Returns true for complex types.
constexpr bool isComplex(ElementType type)
{
    return type >= ElementType::Complex32 && type <= ElementType::Complex128;
}

/// Returns the size of an element in bytes; 0 for Other.
constexpr std::size_t sizeOf(ElementType type)
{
    switch (type) {
    case ElementType::UInt8:
    case ElementType::Int8:
    case ElementType::Bool:
    case ElementType::Float8E5M2:
    case ElementType::Float8E4M3: return 1;
    case ElementType::Int16:
    case ElementType::UInt16:
    case ElementType::Float16:
    case ElementType::BFloat16: return 2;
    case ElementType::Int32:
    case ElementType::UInt32:
    case ElementType::Float32:
    case ElementType::Complex32: return 4;
    case ElementType::Int64:
    case ElementType::UInt64:
    case ElementType::Float64:
    case ElementType::Complex64: return 8;
    case ElementType::Complex128: return 16;
    case ElementType::Other: return 0;
    }
    return 0;
}

/// Returns the type for computations and stored states: Float64 for Float64, complex types unchanged, otherwise Float32.
constexpr ElementType wideType(ElementType type)
{
    return type == ElementType::Float64 || isComplex(type) ? type : ElementType::Float32;
}

} // namespace lensboard
