#pragma once

namespace lensboard::gatherer {

/// What every gatherer of an inspector asks before it takes anything.
struct InspectorState
{
    bool active = true; ///< this tick is measured
    /// Evaluation is when gradients are off, whatever the module's mode says.
    bool evaluationFromGrad = false;
};

} // namespace lensboard::gatherer
