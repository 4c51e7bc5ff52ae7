#include "core/import/tensorboard/tensor_values.h"

#include "tensorboard_event.pb.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace lensboard::imports {

namespace {

enum DataType : std::int32_t { // numbers of types.proto
    kFloat = 1,
    kDouble = 2,
    kInt32 = 3,
    kUint8 = 4,
    kInt16 = 5,
    kInt8 = 6,
    kString = 7,
    kInt64 = 9,
    kBool = 10,
    kBfloat16 = 14,
    kUint16 = 17,
    kHalf = 19,
    kUint32 = 22,
    kUint64 = 23
};

constexpr std::size_t kLongestShape = 256; ///< in bytes
constexpr std::uint64_t kMaxElements = std::uint64_t{1} << 20;
constexpr std::uint64_t kMaxRepeated = 4096; ///< elements not stored in the file, equal to the last stored one

double fromHalf(std::uint16_t bits)
{
    const int exponent = bits >> 10 & 0x1F;
    const double fraction = bits & 0x3FF;
    double value = 0;
    if (exponent == 0x1F)
        value = fraction != 0 ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
    else if (exponent == 0)
        value = std::ldexp(fraction, -24);
    else
        value = std::ldexp(fraction + 1024, exponent - 25);
    return bits & 0x8000 ? -value : value;
}

double fromBfloat16(std::uint16_t bits)
{
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16));
}

template <typename Number, typename Convert>
std::vector<double> fromContent(const std::string &content, Convert convert)
{
    std::vector<double> values(content.size() / sizeof(Number));
    for (std::size_t i = 0; i < values.size(); ++i) {
        Number number;
        std::memcpy(&number, content.data() + i * sizeof(Number), sizeof(Number));
        values[i] = convert(number);
    }
    return values;
}

template <typename Number>
std::vector<double> fromContent(const std::string &content)
{
    return fromContent<Number>(content, [](Number number) { return static_cast<double>(number); });
}

std::vector<double> contentOf(const tensorboard::TensorProto &tensor)
{
    const std::string &content = tensor.tensor_content();
    switch (tensor.dtype()) {
    case kFloat: return fromContent<float>(content);
    case kDouble: return fromContent<double>(content);
    case kInt32: return fromContent<std::int32_t>(content);
    case kUint8: return fromContent<std::uint8_t>(content);
    case kInt16: return fromContent<std::int16_t>(content);
    case kInt8: return fromContent<std::int8_t>(content);
    case kInt64: return fromContent<std::int64_t>(content);
    case kBool: return fromContent<std::uint8_t>(content);
    case kBfloat16: return fromContent<std::uint16_t>(content, fromBfloat16);
    case kUint16: return fromContent<std::uint16_t>(content);
    case kHalf: return fromContent<std::uint16_t>(content, fromHalf);
    case kUint32: return fromContent<std::uint32_t>(content);
    case kUint64: return fromContent<std::uint64_t>(content);
    default: return {};
    }
}

template <typename Field>
std::vector<double> fromField(const Field &field)
{
    return {field.begin(), field.end()};
}

template <typename Convert>
std::vector<double> fromBits(const tensorboard::TensorProto &tensor, Convert convert)
{
    std::vector<double> values;
    for (const std::int32_t bits : tensor.half_val())
        values.push_back(convert(static_cast<std::uint16_t>(bits)));
    return values;
}

std::vector<double> fieldsOf(const tensorboard::TensorProto &tensor)
{
    switch (tensor.dtype()) {
    case kFloat: return fromField(tensor.float_val());
    case kDouble: return fromField(tensor.double_val());
    case kInt32:
    case kUint8:
    case kInt16:
    case kInt8:
    case kUint16: return fromField(tensor.int_val());
    case kInt64: return fromField(tensor.int64_val());
    case kBool: return fromField(tensor.bool_val());
    case kBfloat16: return fromBits(tensor, fromBfloat16);
    case kHalf: return fromBits(tensor, fromHalf);
    case kUint32: return fromField(tensor.uint32_val());
    case kUint64: return fromField(tensor.uint64_val());
    default: return {};
    }
}

/// Returns nullopt if there are more elements than any shown value has.
std::optional<std::uint64_t> elementCount(const std::vector<std::int64_t> &shape)
{
    std::uint64_t count = 1;
    for (const std::int64_t size : shape) {
        if (size < 0 || static_cast<std::uint64_t>(size) > kMaxElements)
            return std::nullopt;
        count *= static_cast<std::uint64_t>(size);
        if (count > kMaxElements)
            return std::nullopt;
    }
    return count;
}

} // namespace

std::optional<TensorValues> numbersOf(const tensorboard::TensorProto &tensor)
{
    tensorboard::TensorShapeProto shape;
    if (tensor.tensor_shape().size() > kLongestShape || !shape.ParseFromString(tensor.tensor_shape()))
        return std::nullopt;
    TensorValues numbers;
    for (const auto &dimension : shape.dim())
        numbers.shape.push_back(dimension.size());
    const auto count = elementCount(numbers.shape);
    numbers.values = tensor.tensor_content().empty() ? fieldsOf(tensor) : contentOf(tensor);
    if (!count || numbers.values.empty() || numbers.values.size() > *count)
        return std::nullopt;
    if (numbers.values.size() < *count && (*count > kMaxRepeated || !tensor.tensor_content().empty()))
        return std::nullopt;
    numbers.values.resize(*count, numbers.values.back());
    return numbers;
}

std::optional<std::string> textOf(const tensorboard::TensorProto &tensor)
{
    if (tensor.dtype() != kString)
        return std::nullopt;
    std::string text;
    for (const std::string &line : tensor.string_val())
        text += (text.empty() ? "" : "\n") + line;
    return text;
}

} // namespace lensboard::imports
