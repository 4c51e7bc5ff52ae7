#include "core/dataset/array_tensor.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/from_blob.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>

namespace lensboard::dataset {

namespace {

at::ScalarType scalarType(NumberType type)
{
    switch (type) {
    case NumberType::Bool:
    case NumberType::UInt8: return at::kByte;
    case NumberType::Int8: return at::kChar;
    case NumberType::Int16: return at::kShort;
    case NumberType::UInt16: break; // no tensor type
    case NumberType::Int32: return at::kInt;
    case NumberType::Int64: return at::kLong;
    case NumberType::Float16: return at::kHalf;
    case NumberType::Float32: return at::kFloat;
    case NumberType::Float64: return at::kDouble;
    }
    return at::kByte;
}

/// Converts to Int32, because tensors do not support the original type.
NumberArray widened(const NumberArray &array)
{
    NumberArray wide{NumberType::Int32, array.shape, {}, array.firstVariesFastest};
    wide.bytes.resize(2 * array.bytes.size());
    for (std::size_t at = 0; at < array.bytes.size(); at += sizeof(std::uint16_t)) {
        std::uint16_t narrow = 0;
        std::memcpy(&narrow, &array.bytes[at], sizeof narrow);
        const std::int32_t number = narrow;
        std::memcpy(&wide.bytes[2 * at], &number, sizeof number);
    }
    return wide;
}

} // namespace

at::Tensor toTensor(NumberArray array)
{
    if (array.type == NumberType::UInt16)
        return toTensor(widened(array));
    const auto kept = std::make_shared<NumberArray>(std::move(array));
    std::vector<std::int64_t> shape = kept->shape;
    if (kept->firstVariesFastest)
        std::reverse(shape.begin(), shape.end());
    const at::Tensor tensor = at::from_blob(kept->bytes.data(), shape, [kept](void *) {}, scalarType(kept->type));
    if (!kept->firstVariesFastest)
        return tensor;
    std::vector<std::int64_t> backwards(shape.size());
    std::iota(backwards.rbegin(), backwards.rend(), 0);
    return tensor.permute(backwards).contiguous();
}

} // namespace lensboard::dataset
