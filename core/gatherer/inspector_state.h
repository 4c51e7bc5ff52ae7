#pragma once

#include "core/tensor/tensor.h"

namespace lensboard::gatherer {

class StepSampler;

/// State that every gatherer of an inspector reads before it measures.
struct InspectorState
{
    bool active = true;             ///< this tick is measured
    bool isWithoutSamples = false;  ///< true if the current batch belongs to other processes: outputs and their gradients are not measured
    StepSampler *sampler = nullptr; ///< chooses steps of an active tick; null: all steps are measured
    /// Recognise evaluation by gradients being off, not by the module's mode.
    bool evaluationFromGrad = false;
    bool canSkipForwards = false; ///< the model runs faster in steps that measure no outputs, so lenses of outputs measure the same steps
    /// Gather measurements of host tensors as for a device: results are taken when a tick ends.
    bool gathersOnHost = false;
    /// Read gradients of parameters when the loop reports them complete, not at the end of a backward pass: other processes
    /// contribute to them.
    bool gradientsComeLater = false;
    /// Number of samples, in all processes, in the mean that forms a step's gradient; 0 if unknown.
    double batchSize = 0;
    /// Targets of the current training or validation batch; undefined if the loop does not set them. Shape: [N, *].
    Tensor targets = {};
};

} // namespace lensboard::gatherer
