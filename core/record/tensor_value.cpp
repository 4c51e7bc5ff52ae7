#include "core/record/tensor_value.h"

namespace lensboard::record {

std::int64_t elementCount(const std::vector<std::int64_t> &shape)
{
    std::int64_t count = 1;
    for (const std::int64_t size : shape)
        if (size < 0 || __builtin_mul_overflow(count, size, &count))
            return -1;
    return count;
}

} // namespace lensboard::record
