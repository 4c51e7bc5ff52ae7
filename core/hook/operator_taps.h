#pragma once

#include "core/hook/model_source.h"

#include <memory>

namespace lensboard::hook {

/// Observes C++ modules through LibTorch's operators, without a change to the model.
///
/// The output of an operator on a module's parameter counts as that module's output. A module that is a TapPoint reports its own.
/// Activations and dropout have no parameters: they are identified by their operator and named after the preceding layer, tapped
/// or not, as fc1.relu. They are found while the model runs. The gradient of an input is the sum over all its users; for an in-place
/// operator, it is the gradient of the input before the operator.
/// Thread: any that runs the model, but one at a time.
class OperatorTaps final : public ModelSource
{
public:
    explicit OperatorTaps(const std::shared_ptr<torch::nn::Module> &model);
    explicit OperatorTaps(torch::nn::Module &model); ///< \p model outlives it
    ~OperatorTaps() override;
    OperatorTaps(const OperatorTaps &) = delete;
    OperatorTaps &operator=(const OperatorTaps &) = delete;

    const void *model() const override;
    /// Activations and dropout are listed after the module that they follow.
    std::vector<TappedModule> modules() const override;
    std::size_t foundCount() const override;
    bool refresh() override;
    void rethrow() override;

    struct Private; ///< shared with the observer of LibTorch's operators

private:
    std::shared_ptr<Private> d;
};

} // namespace lensboard::hook
