#pragma once

#include "core/hook/tap_point.h"

#include <ATen/core/Tensor.h>
#include <c10/util/Type.h>
#include <torch/nn/module.h>

#include <memory>
#include <string>
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

/// Returns \p through if \p argument is \p input, otherwise \p argument: modules may compare their arguments.
template <typename Argument>
const Argument &standIn(const Argument &argument, const at::Tensor &input, const at::Tensor &through)
{
    if constexpr (std::is_same_v<Argument, at::Tensor>)
        return argument.is_same(input) ? through : argument;
    else
        return argument;
}

/// The forward of a Tapped module: takes a tensor, and optional arguments such as a loss's target.
template <typename Module>
class TappedForward : public Module, public TapPoint
{
public:
    using Module::Module;

    /// Runs the module's forward, and notifies callbacks of it.
    template <typename... More>
    at::Tensor forward(const at::Tensor &input, const More &...more)
    {
        const Running running(*this);
        if (!watched())
            return Module::forward(input, more...);
        return observe(input, [&](const at::Tensor &x) { return Module::forward(x, standIn(more, input, x)...); });
    }
};

/// Not a template, since torch::nn::Sequential and AnyModule take its address.
template <HasPlainForward Module>
class TappedForward<Module> : public Module, public TapPoint
{
public:
    using Module::Module;

    /// Runs the module's forward, and notifies callbacks of it.
    at::Tensor forward(const at::Tensor &input)
    {
        const Running running(*this);
        if (!watched())
            return Module::forward(input);
        return observe(input, [&](const at::Tensor &x) { return Module::forward(x); });
    }
};

/// A LibTorch module that can be observed exactly. Use it in place of \p Module; it costs a few nanoseconds per forward.
/// \p Module takes a tensor, and optional arguments such as a loss's target, and returns a tensor. If it takes only a tensor, it can
/// be part of a torch::nn::Sequential.
template <typename Module>
class Tapped final : public TappedForward<Module>
{
public:
    using TappedForward<Module>::TappedForward;

    /// Returns a Tapped<Module> with its own parameters and without callbacks.
    /// Errors: c10::Error if \p Module has no clone() of its own.
    std::shared_ptr<torch::nn::Module> clone(const torch::optional<torch::Device> &device = torch::nullopt) const override
    {
        std::shared_ptr<torch::nn::Module> plain = Module::clone(device);
        if constexpr (std::is_copy_constructible_v<Module> && std::is_copy_assignable_v<Module>) {
            if (const auto *const cloned = dynamic_cast<const Module *>(plain.get())) {
                auto copy = std::make_shared<Tapped>(*this);
                static_cast<Module &>(*copy) = *cloned;
                return copy;
            }
        }
        return plain;
    }

    std::string moduleType() const override { return pyTorchName(c10::demangle(typeid(Module).name())); }
};

} // namespace lensboard::hook
