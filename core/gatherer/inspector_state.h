#pragma once

#include "core/tensor/tensor.h"

namespace lensboard::gatherer {

class StepSampler;

/// What every gatherer of an inspector asks before it takes anything.
struct InspectorState
{
    bool active = true;             ///< this tick is measured
    bool isWithoutSamples = false;  ///< of the batch that runs, which are other processes': outputs and their gradients are not measured
    StepSampler *sampler = nullptr; ///< null: of such a tick all steps are
    /// Evaluation is when gradients are off, whatever the module's mode says.
    bool evaluationFromGrad = false;
    /// Tensors in the host's memory are measured as those on a device are: what is found is taken when a tick ends.
    bool gathersOnHost = false;
    /// Gradients of parameters are read when the loop says that they are whole, not when a backward pass has formed them: other processes
    /// have a part in them.
    bool gradientsComeLater = false;
    /// Samples that the gradient of a step is the mean of, in all processes; 0 if the loop does not say.
    double batchSize = 0;
    /// Of the batch that is trained or validated now; undefined if the loop does not set them. Shape: [N, *].
    Tensor targets = {};
};

} // namespace lensboard::gatherer
