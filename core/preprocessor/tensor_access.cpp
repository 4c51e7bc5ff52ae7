#include "core/preprocessor/tensor_access.h"

#include <ATen/core/Tensor.h>

namespace lensboard::preprocessor {

namespace {

/// By the kernels, where it lies.
bool isReadable(const at::Tensor &tensor)
{
    return tensor.device().is_cpu() && (tensor.scalar_type() == at::kFloat || tensor.scalar_type() == at::kDouble);
}

} // namespace

bool isMeasurable(const at::Tensor &tensor)
{
    return tensor.defined() && tensor.layout() == at::kStrided && at::isFloatingType(tensor.scalar_type())
        && tensor.numel() > 0;
}

at::Tensor asDense(const at::Tensor &tensor)
{
    return isReadable(tensor) && tensor.is_non_overlapping_and_dense() ? tensor : asContiguous(tensor);
}

at::Tensor asContiguous(const at::Tensor &tensor)
{
    if (isReadable(tensor) && tensor.is_contiguous())
        return tensor;
    return tensor.detach().to(at::kCPU, at::promoteTypes(tensor.scalar_type(), at::kFloat)).contiguous();
}

} // namespace lensboard::preprocessor
