#pragma once

#include "core/hook/model_tap.h"
#include "core/record/message.h"

#include <cstddef>
#include <string>
#include <vector>

namespace lensboard::hook {

/// Modules of a model in a training loop, for a ModelTap, and their changes during training.
/// Thread: the training thread.
class ModelSource
{
public:
    virtual ~ModelSource() = default;

    /// Address of the caller's own object; identifies the model.
    virtual const void *model() const = 0;
    /// Returns modules for a ModelTap. The tap may outlive this object, but then observes nothing more.
    virtual std::vector<TappedModule> modules() const = 0;
    /// Number of modules() that were found after construction.
    virtual std::size_t foundCount() const = 0;
    /// Compares the modules, parameters and buffers of the model with the known ones. Returns true if any was added, removed, replaced or
    /// moved, for example by to(). Then update the ModelTap from modules().
    virtual bool refresh() = 0;
    /// Rethrows an exception of a callback that the model's run did not propagate.
    virtual void rethrow() {}
    /// See ModelTap.
    virtual GradientScale gradientScale() const { return {}; }
    virtual GradientAveraging gradientAveraging() const { return {}; }
    /// Returns new messages for the user.
    virtual std::vector<record::Message> takeNotices() { return {}; }
    /// Returns true if forwards that are not measured cost less when measuresNext() says so. Constant.
    virtual bool canSkipForwards() const { return false; }
    /// Returns true if compiled graphs run the model. They may skip callbacks of its forward.
    virtual bool isInGraph() const { return false; }
    /// Returns the number of callbacks at the points of modules(), if canSkipForwards().
    virtual std::size_t forwardCallbackCount() const { return 0; }
    /// Says if outputs of the next forward or their gradients are measured: in training, and in evaluation.
    virtual void measuresNext(bool inTraining, bool inEvaluation) { static_cast<void>(inTraining), static_cast<void>(inEvaluation); }
    /// Returns true if callbacks cost less where callbacks were before.
    virtual bool remembersCallbacks() const { return false; }
    /// Called after callbacks were registered or removed at the points of modules().
    virtual void callbacksChanged() {}
};

} // namespace lensboard::hook
