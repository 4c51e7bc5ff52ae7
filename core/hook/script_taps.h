#pragma once

#include "core/hook/model_tap.h"
#include "core/torch_fwd.h"

#include <memory>
#include <vector>

namespace lensboard::hook {

/// A TorchScript module whose submodules can be watched, each by a TapPoint of its own.
///
/// Changes the graphs of the module, which other programs then cannot open: save another copy.
/// A submodule that is called through several names is one layer, as in PyTorch.
/// Thread: that of the model; what a model forks is watched one module at a time.
class ScriptTaps
{
public:
    /// To be called before \p module has run.
    explicit ScriptTaps(const torch::jit::Module &module);
    ~ScriptTaps();

    /// Runs the module; returns the first tensor of its output.
    /// Errors: std::runtime_error if there is none.
    at::Tensor forward(const at::Tensor &input);

    /// For a ModelTap, which may outlive this; nothing more is seen then.
    std::vector<TappedModule> modules() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lensboard::hook
