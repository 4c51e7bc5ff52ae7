#pragma once

#include "core/hook/tap_point.h"

#include <c10/util/Type.h>

#include <ATen/core/Tensor.h>

namespace lensboard::hook {

/// A LibTorch module that can be watched exactly; used in place of \p Module, it costs one branch a forward.
/// \p Module takes a tensor, and maybe more, such as a loss's target, and gives one.
template <typename Module>
class Tapped final : public Module, public TapPoint
{
public:
    using Module::Module;

    template <typename... More>
    at::Tensor forward(const at::Tensor &input, const More &...more)
    {
        if (!watched())
            return Module::forward(input, more...);
        return observe(input, [&](const at::Tensor &x) { return Module::forward(x, more...); });
    }

    std::string moduleType() const override { return pyTorchName(c10::demangle(typeid(Module).name())); }
};

} // namespace lensboard::hook
