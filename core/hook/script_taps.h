#pragma once

#include "core/hook/model_tap.h"
#include "core/torch_fwd.h"

#include <memory>
#include <vector>

namespace lensboard::hook {

/// Taps the submodules of a TorchScript module, each with its own TapPoint.
///
/// Changes the graphs of the module so that other programs cannot open it: save another copy.
/// A submodule that is called through several names is one layer, as in PyTorch.
/// Thread: the model's; forked runs are observed one module at a time.
class ScriptTaps
{
public:
    /// Call before the first run of \p module.
    explicit ScriptTaps(const torch::jit::Module &module);
    ~ScriptTaps();

    /// Runs the module and returns the first tensor of its output.
    /// Errors: std::runtime_error if the output has no tensor.
    at::Tensor forward(const at::Tensor &input);

    /// Returns modules for a ModelTap. The tap may outlive this object, but then observes nothing more.
    std::vector<TappedModule> modules() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lensboard::hook
