#pragma once

#include "core/hook/model_tap.h"

#include <cstddef>
#include <vector>

namespace lensboard::hook {

/// A model as a training loop has it: the modules that a ModelTap watches, and what becomes of them while it trains.
/// Thread: the one that trains.
class ModelSource
{
public:
    virtual ~ModelSource() = default;

    /// The address of the caller's own object, by which it names the model.
    virtual const void *model() const = 0;
    /// For a ModelTap, which may outlive this; nothing more is seen then.
    virtual std::vector<TappedModule> modules() const = 0;
    /// How many of modules() were found since it was made.
    virtual std::size_t foundCount() const = 0;
    /// Checks which modules, parameters and buffers the model has, and where. Returns true if any was added, removed, replaced or moved,
    /// as by to(): update a ModelTap from modules() then.
    virtual bool refresh() = 0;
    /// Rethrows what a watcher threw while the model ran, where that was kept from the caller.
    virtual void rethrow() {}
    /// See ModelTap.
    virtual GradientScale gradientScale() const { return {}; }
    virtual GradientAveraging gradientAveraging() const { return {}; }
    /// Watchers were registered or removed at the points of modules().
    virtual void watchersChanged() {}
};

} // namespace lensboard::hook
