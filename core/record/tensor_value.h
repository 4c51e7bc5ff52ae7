#pragma once

#include <cstdint>
#include <vector>

namespace lensboard::record {

/// A tensor that was recorded, in single precision, rows last: as PyTorch lays out a contiguous one.
struct TensorValue
{
    std::vector<std::int64_t> shape; ///< no size is negative
    std::vector<float> values;       ///< as many as the shape says

    bool operator==(const TensorValue &) const = default;
};

/// How many values a tensor of this shape has; -1 if a size is negative or they are beyond all memory.
std::int64_t elementCount(const std::vector<std::int64_t> &shape);

} // namespace lensboard::record
