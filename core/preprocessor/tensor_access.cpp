#include "core/preprocessor/tensor_access.h"

#include <ATen/core/Tensor.h>

namespace lensboard::preprocessor {

bool isMeasurable(const at::Tensor &tensor)
{
    return tensor.defined() && tensor.layout() == at::kStrided && at::isFloatingType(tensor.scalar_type())
        && tensor.numel() > 0;
}

at::Tensor asDenseFloat(const at::Tensor &tensor)
{
    if (tensor.scalar_type() == at::kFloat && tensor.device().is_cpu() && tensor.is_non_overlapping_and_dense())
        return tensor;
    return asContiguousFloat(tensor);
}

at::Tensor asContiguousFloat(const at::Tensor &tensor)
{
    if (tensor.scalar_type() == at::kFloat && tensor.device().is_cpu() && tensor.is_contiguous())
        return tensor;
    return tensor.detach().to(at::kCPU, at::kFloat).contiguous();
}

} // namespace lensboard::preprocessor
