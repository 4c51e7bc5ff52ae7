#pragma once

#include "core/hook/tap_point.h"

#include <c10/util/Type.h>

#include <ATen/core/Tensor.h>

#include <type_traits>

namespace lensboard::hook {

template <typename Function>
struct TakesOneTensor : std::false_type
{
};

template <typename Module, typename Input>
struct TakesOneTensor<at::Tensor (Module::*)(Input)> : std::is_convertible<const at::Tensor &, Input>
{
};

template <typename Module, typename Input>
struct TakesOneTensor<at::Tensor (Module::*)(Input) const> : std::is_convertible<const at::Tensor &, Input>
{
};

/// A forward that is neither overloaded nor a template, and takes a tensor alone.
template <typename Module>
concept HasPlainForward = requires { requires TakesOneTensor<decltype(&Module::forward)>::value; };

/// The forward of a Tapped module: takes a tensor, and maybe more, such as a loss's target.
template <typename Module>
class TappedForward : public Module, public TapPoint
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
};

/// No template: torch::nn::Sequential and AnyModule take its address.
template <HasPlainForward Module>
class TappedForward<Module> : public Module, public TapPoint
{
public:
    using Module::Module;

    at::Tensor forward(const at::Tensor &input)
    {
        if (!watched())
            return Module::forward(input);
        return observe(input, [&](const at::Tensor &x) { return Module::forward(x); });
    }
};

/// A LibTorch module that can be watched exactly; used in place of \p Module, it costs one branch a forward.
/// \p Module takes a tensor, and maybe more, such as a loss's target, and returns one. If it takes a tensor alone, it can
/// be part of a torch::nn::Sequential.
template <typename Module>
class Tapped final : public TappedForward<Module>
{
public:
    using TappedForward<Module>::TappedForward;

    std::string moduleType() const override { return pyTorchName(c10::demangle(typeid(Module).name())); }
};

} // namespace lensboard::hook
