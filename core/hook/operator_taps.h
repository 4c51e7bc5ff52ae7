#pragma once

#include "core/hook/model_tap.h"

#include <memory>
#include <vector>

namespace lensboard::hook {

/// C++ modules as they are, watched through the operators that LibTorch runs: nothing of the model is changed.
///
/// What an operator makes of a module's parameter is that module's output; a module that is a TapPoint
/// reports its own. Activations and dropout have no parameters: they are known by their operator and named after the module that
/// they follow, fc1.relu. They become known as the model runs. The gradient of an input is the sum over all that use it;
/// of an operator in place, that of the input before it.
/// Thread: any that runs the model, one at a time.
class OperatorTaps
{
public:
    explicit OperatorTaps(const std::shared_ptr<torch::nn::Module> &model);
    ~OperatorTaps();
    OperatorTaps(const OperatorTaps &) = delete;
    OperatorTaps &operator=(const OperatorTaps &) = delete;

    /// For a ModelTap, which may outlive this; nothing more is seen then. Operators that follow a module are listed after it.
    std::vector<TappedModule> modules() const;
    /// How many of modules() were found by running the model.
    std::size_t foundCount() const;
    /// Checks where parameters and buffers are now. Returns true if any moved, as by to(), or was replaced: a ModelTap is to be extended
    /// by modules() then.
    bool refresh();
    /// Rethrows what a watcher threw while the model ran, which LibTorch keeps from the caller.
    void rethrow();

    struct Private; ///< shared with the observer of LibTorch's operators

private:
    std::shared_ptr<Private> d;
};

} // namespace lensboard::hook
