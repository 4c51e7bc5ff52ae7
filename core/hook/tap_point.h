#pragma once

#include "core/hook/watcher_list.h"
#include "core/tensor/tensor.h"

#include <functional>
#include <span>
#include <string>

namespace lensboard::hook {

/// The moments at which one module can be watched. However many watch, the module is observed once.
/// The caller that runs the module does so through observe(): Tapped<T> for our own, a custom operator for TorchScript.
class TapPoint
{
public:
    WatcherList<std::span<const Tensor>> beforeForward;                    ///< inputs
    WatcherList<std::span<const Tensor>, const Tensor &> afterForward; ///< inputs, output, the first tensor of several
    WatcherList<std::span<const Tensor>> allOutputs;                       ///< after those, every tensor of its output
    WatcherList<const Tensor &> outputGradient; ///< before the module's backward; of the first output's shape
    WatcherList<const Tensor &> inputGradient;  ///< after the module's backward, of what flows through it alone; of the input's shape

    /// Of a forward that is done again for its backward, as activation checkpointing does, gradients alone are watched.
    enum class Pass { First, Again };

    TapPoint() = default;
    virtual ~TapPoint() = default;
    TapPoint(const TapPoint &) {} ///< a copied module has no watchers
    TapPoint &operator=(const TapPoint &) { return *this; }

    /// Marks a point as the innermost one whose module runs on this thread.
    class Running
    {
    public:
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

    bool watched() const
    {
        return hookCount() > 0;
    }
    std::size_t hookCount() const
    {
        return beforeForward.size() + afterForward.size() + allOutputs.size() + outputGradient.size() + inputGradient.size();
    }

    /// Runs \p forward on \p input between the moments that are watched.
    at::Tensor observe(const at::Tensor &input, const std::function<at::Tensor(const at::Tensor &)> &forward); ///< defined where LibTorch is linked
    /// The same in two halves, for a caller that does not run the module. Returns what stands for the first of \p inputs as
    /// the module runs, an undefined tensor if there is none.
    Tensor enter(std::span<const Tensor> inputs, Pass pass = Pass::First) const;
    /// For a caller that cannot replace an input: its gradient is the sum over all that use it.
    void enterUnchanged(std::span<const Tensor> inputs, Pass pass = Pass::First) const;
    /// \p outputs are at least one.
    void leave(std::span<const Tensor> inputs, std::span<const Tensor> outputs, Pass pass = Pass::First) const;
};

/// "Conv2d" from "torch::nn::Conv2dImpl".
std::string pyTorchName(const std::string &className);

} // namespace lensboard::hook
