#pragma once

#include "core/hook/model_source.h"

#include <memory>

namespace lensboard::hook {

/// C++ modules as they are, watched through the operators that LibTorch runs: nothing of the model is changed.
///
/// What an operator makes of a module's parameter is that module's output; a module that is a TapPoint
/// reports its own. Activations and dropout have no parameters: they are known by their operator and named after the module that
/// they follow, fc1.relu. They become known as the model runs. The gradient of an input is the sum over all that use it;
/// of an operator in place, that of the input before it.
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
