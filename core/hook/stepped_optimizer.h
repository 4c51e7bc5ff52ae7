#pragma once

#include "core/hook/optimizer_moments.h"

#include <optional>
#include <string>
#include <vector>

namespace lensboard::hook {

/// A view of an optimizer of a training loop, of any language.
/// Thread: the training thread. Valid until the call returns that it was passed to.
class SteppedOptimizer
{
public:
    virtual ~SteppedOptimizer() = default;

    /// Address of the caller's own object; identifies the optimizer.
    virtual const void *identity() const = 0;
    /// Name of its class, for messages.
    virtual std::string name() const = 0;
    /// Returns the identities (TensorBody::identity()) of the parameters that it updates. An optimizer of float32 copies returns the
    /// copied parameters, as far as they are known.
    virtual std::vector<const void *> parameters() const = 0;
    /// Returns its state for \p parameter, a parameter of the model, after a step; nullopt if it has none.
    virtual std::optional<OptimizerState> stateOf(const Tensor &parameter) const = 0;
};

} // namespace lensboard::hook
