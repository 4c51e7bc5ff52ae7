#include "core/loop/torch_optimizer.h"

#include "core/tensor/tensor.h"

#include <c10/util/Type.h>
#include <torch/optim/optimizer.h>

#include <typeinfo>

namespace lensboard {

std::string TorchOptimizer::name() const
{
    const std::string type = c10::demangle(typeid(m_optimizer).name());
    return type.substr(type.rfind(':') + 1);
}

std::vector<const void *> TorchOptimizer::parameters() const
{
    std::vector<const void *> all;
    for (const auto &group : m_optimizer.param_groups())
        for (const at::Tensor &parameter : group.params())
            all.push_back(Tensor(parameter).body().identity());
    return all;
}

} // namespace lensboard
