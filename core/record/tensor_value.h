#pragma once

#include <cstdint>
#include <vector>

namespace lensboard::record {

/// A recorded tensor in single precision, in PyTorch's contiguous (row-major) layout.
struct TensorValue
{
    std::vector<std::int64_t> shape; ///< no size is negative
    std::vector<float> values;       ///< as many as the shape's product

    bool operator==(const TensorValue &) const = default;
};

/// Returns the number of values in a tensor of this shape; -1 if a size is negative or the product is too large for memory.
std::int64_t elementCount(const std::vector<std::int64_t> &shape);

} // namespace lensboard::record
