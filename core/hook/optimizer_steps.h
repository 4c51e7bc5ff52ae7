#pragma once

#include "core/hook/stepped_optimizer.h"
#include "core/tensor/tensor.h"

#include <map>
#include <set>
#include <unordered_set>

namespace lensboard::hook {

/// Steps of the optimizers of one model.
///
/// A step of the training begins with the step of an optimizer that has stepped since the last one began. So several optimizers that
/// alternate make one step of the training. A step updates the parameters that its optimizer owns. A parameter without a known
/// owner counts as updated when a step of the training begins, and in each step of an unknown optimizer.
/// Thread: the training thread.
class OptimizerSteps
{
public:
    /// Learns the parameters of \p optimizer before its first step.
    void add(const SteppedOptimizer &optimizer);
    bool isKnown(const void *optimizer) const { return m_owned.contains(optimizer); }
    /// Returns true if the next step of \p optimizer begins a step of the training. Null: an unknown optimizer.
    bool begins(const void *optimizer) const { return !optimizer || m_stepped.empty() || m_stepped.contains(optimizer); }
    /// Call before the callbacks of a step are notified. Null: an unknown optimizer.
    void step(const SteppedOptimizer *optimizer);

    /// Returns true if the last step began a step of the training.
    bool hasBegun() const { return m_hasBegun; }
    /// Returns true if the last step updated \p parameter.
    bool updates(const Tensor &parameter) const;

private:
    using Parameters = std::unordered_set<const void *>;

    std::map<const void *, Parameters> m_owned; ///< by optimizer
    std::set<const void *> m_stepped;           ///< optimizers since the step of the training began
    const void *m_last = nullptr;               ///< optimizer of the last step
    bool m_hasBegun = true;
};

} // namespace lensboard::hook
