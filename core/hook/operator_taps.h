#pragma once

#include "core/hook/model_source.h"

#include <memory>

namespace lensboard::hook {

/// Watches C++ modules through the operators that LibTorch runs, without a change to the model.
///
/// The output of an operator on a module's parameter is that module's output. A module that is a TapPoint reports its own.
/// Activations and dropout have no parameters: they are known by their operator and named after the layer before them, fc1.relu, tapped
/// or not. They become known as the model runs. The gradient of an input is the sum over all its users; for an operator in place, the
/// gradient of the input before the operator.
/// Thread: any that runs the model, one at a time.
class OperatorTaps final : public ModelSource
{
public:
    explicit OperatorTaps(const std::shared_ptr<torch::nn::Module> &model);
    explicit OperatorTaps(torch::nn::Module &model); ///< which outlives it
    ~OperatorTaps() override;
    OperatorTaps(const OperatorTaps &) = delete;
    OperatorTaps &operator=(const OperatorTaps &) = delete;

    const void *model() const override;
    /// Activations and dropout that follow a module stand behind it.
    std::vector<TappedModule> modules() const override;
    std::size_t foundCount() const override;
    bool refresh() override;
    void rethrow() override;

    struct Private; ///< shared with the observer of LibTorch's operators

private:
    std::shared_ptr<Private> d;
};

} // namespace lensboard::hook
