#include "core/preprocessor/tensor_access.h"

namespace lensboard::preprocessor {

namespace {

/// Returns true if the kernels can read the tensor in place.
bool isReadable(const Tensor &tensor)
{
    return tensor.isOnHost() && tensor.type() == wideType(tensor.type());
}

} // namespace

bool isMeasurable(const Tensor &tensor)
{
    return tensor.defined() && tensor.layout().isStrided && isFloatingPoint(tensor.type()) && tensor.numel() > 0;
}

Tensor asDense(const Tensor &tensor)
{
    return isReadable(tensor) && tensor.isDense() ? tensor : asContiguous(tensor);
}

Tensor asContiguous(const Tensor &tensor)
{
    if (isReadable(tensor) && tensor.isContiguous())
        return tensor;
    return tensor.detach().to(Device(), wideType(tensor.type())).contiguous();
}

std::vector<double> readTogether(std::vector<Tensor> numbers)
{
    if (numbers.empty())
        return {};
    for (Tensor &number : numbers)
        number = number.to(numbers.front().device()); // a model may be spread over several
    const Tensor read = stack(numbers).toHost();
    return {read.data<double>(), read.data<double>() + read.numel()};
}

} // namespace lensboard::preprocessor
