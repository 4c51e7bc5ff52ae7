#include "core/dataset/array_tensor.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/from_blob.h>

#include <algorithm>
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
    case NumberType::Int32: return at::kInt;
    case NumberType::Int64: return at::kLong;
    case NumberType::Float32: return at::kFloat;
    case NumberType::Float64: return at::kDouble;
    }
    return at::kByte;
}

} // namespace

at::Tensor toTensor(NumberArray array)
{
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
