// LibTorch leaves these instantiations out of its shared library, and a class derived from BatchNorm, such as
// Tapped<BatchNorm2dImpl>, needs them for its virtual table.

#include <torch/nn/modules/batchnorm.h>

#include <ostream>

namespace torch::nn {

template <std::size_t D, typename Derived>
void BatchNormImplBase<D, Derived>::pretty_print(std::ostream &stream) const
{
    stream << "BatchNorm" << D << "d(" << this->options.num_features() << ')';
}

template void BatchNormImplBase<1, BatchNorm1dImpl>::pretty_print(std::ostream &) const;
template void BatchNormImplBase<2, BatchNorm2dImpl>::pretty_print(std::ostream &) const;
template void BatchNormImplBase<3, BatchNorm3dImpl>::pretty_print(std::ostream &) const;

} // namespace torch::nn
