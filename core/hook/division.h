#pragma once

#include "core/tensor/library.h"
#include "core/tensor/tensor.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

namespace lensboard::hook {

/// Division of one parameter among processes: each has a part of its values.
/// Thread: the training thread.
class Division
{
public:
    virtual ~Division() = default;

    /// Sizes of the whole parameter.
    virtual const Shape &sizes() const = 0;
    /// Lowest rank of the processes that have one copy of the parameter together.
    virtual std::int64_t group() const = 0;
    /// Returns true if no row along the first dimension is cut.
    virtual bool hasWholeRows() const = 0;
    /// Returns true if each process has the whole parameter, and a part of its gradients and moments.
    virtual bool hasWholeParameter() const = 0;
    /// Identifies the parameter: tied parameters have one key.
    virtual std::pair<const void *, std::int64_t> key() const = 0;
    /// Returns this process's part of \p tensor: the parameter, its gradient or a moment of it. The part may be empty. Returns an undefined tensor
    /// if \p tensor is not divided like the parameter.
    virtual Tensor part(const Tensor &tensor) const = 0;
    /// Calls \p notify after each backward pass that completes the gradient. Returns null if autograd itself accumulates the gradient.
    virtual std::unique_ptr<AccumulationHook> onGradient(std::function<void()> notify) const = 0;
};

} // namespace lensboard::hook
