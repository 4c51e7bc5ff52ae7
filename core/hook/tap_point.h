#pragma once

#include "core/hook/callback_list.h"
#include "core/tensor/tensor.h"

#include <functional>
#include <span>
#include <string>

namespace lensboard::hook {

/// Moments of one module for callbacks. The module is observed once for all of them.
/// The module's caller runs it through observe(): Tapped<T> for C++ modules, a custom operator for TorchScript.
class TapPoint
{
public:
    CallbackList<std::span<const Tensor>> beforeForward;                   ///< inputs
    CallbackList<std::span<const Tensor>, const Tensor &> afterForward;    ///< inputs, and the output, or the first tensor of several
    CallbackList<std::span<const Tensor>> allOutputs;                      ///< called after afterForward, with every tensor of the output
    CallbackList<std::span<const Tensor>, const Tensor &> repeatedForward; ///< the same as afterForward, in a Pass::Again
    CallbackList<const Tensor &> outputGradient;                           ///< before the module's backward; has the shape of the first output
    CallbackList<const Tensor &> inputGradient;                            ///< after the module's backward: the gradient through this module alone; has the shape of the input

    int outputGradientKeepers = 0; ///< callbacks of outputGradient that are removed for some steps only; see ModelTap::keepOutputGradientHook()
    std::string unreadOutput; ///< type of the last output without a tensor; empty if each output had one

    /// Again: a forward that is repeated for its backward, as activation checkpointing does. Only gradients are observed then.
    enum class Pass { First, Again };

    TapPoint() = default;
    virtual ~TapPoint() = default;
    TapPoint(const TapPoint &) {}                           ///< a copied module has no callbacks
    TapPoint &operator=(const TapPoint &) { return *this; } ///< keeps its callbacks

    /// Marks a point as the innermost one with a running module on this thread.
    class Running
    {
    public:
        /// Must be destroyed on the same thread, in reverse order.
        explicit Running(const TapPoint &point);
        ~Running();
        Running(const Running &) = delete;
        Running &operator=(const Running &) = delete;

        /// Returns null if no module with a Running runs on this thread.
        static const TapPoint *innermost();

    private:
        const TapPoint *m_outer;
    };

    /// Name of the module's class in PyTorch: Linear, Conv2d.
    virtual std::string moduleType() const = 0;

    /// Returns true if there are callbacks.
    bool watched() const
    {
        return hookCount() > 0;
    }
    /// Number of callbacks of all moments.
    std::size_t hookCount() const
    {
        return beforeForward.size() + afterForward.size() + allOutputs.size() + repeatedForward.size() + outputGradient.size() + inputGradient.size();
    }

    /// Runs \p forward on \p input and notifies the callbacks before and after.
    at::Tensor observe(const at::Tensor &input, const std::function<at::Tensor(const at::Tensor &)> &forward); ///< defined where LibTorch is linked
    /// First half of observe(), for a caller that does not run the module. Returns the tensor to use as the first of \p inputs
    /// while the module runs, or an undefined tensor if \p inputs is empty.
    Tensor enter(std::span<const Tensor> inputs, Pass pass = Pass::First) const;
    /// For a caller that cannot replace an input: the input's gradient is then the sum over all its users.
    void enterUnchanged(std::span<const Tensor> inputs, Pass pass = Pass::First) const;
    /// Second half of observe(). \p outputs must not be empty.
    void exit(std::span<const Tensor> inputs, std::span<const Tensor> outputs, Pass pass = Pass::First) const;
};

/// Returns "Conv2d" for "torch::nn::Conv2dImpl".
std::string pyTorchName(const std::string &className);

} // namespace lensboard::hook
