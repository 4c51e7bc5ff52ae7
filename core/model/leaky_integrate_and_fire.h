#pragma once

#include "core/torch_fwd.h"

#include <ATen/core/Tensor.h>
#include <torch/nn/module.h>

#include <cstdint>

namespace lensboard::model {

struct NeuronSettings
{
    double decay = 0.9;     ///< of the membrane's voltage from one step of time to the next, in [0, 1]
    double threshold = 1;   ///< at which a neuron spikes; it then falls by as much
    double slope = 10;      ///< of the surrogate gradient: 1 / (1 + slope·|voltage - threshold|)²
};

/// A layer of leaky integrate-and-fire neurons. Each forward is a step of time: v = decay·v + current; where v reaches the
/// threshold there is a spike, 1, else 0. Gradients flow through spikes by a surrogate, and back through time.
///
/// Buffers: "voltage" after the last step, [N, *] while time runs and zeros [units] after reset(); "threshold", a scalar.
/// Shape:   \p current [N, *], a sample of \c units; returns spikes of the same shape.
/// Source:  Zenke and Ganguli, SuperSpike, 2018, for the surrogate gradient.
class LeakyIntegrateAndFireImpl : public torch::nn::Module
{
public:
    LeakyIntegrateAndFireImpl(std::int64_t units, const NeuronSettings &settings);

    at::Tensor forward(const at::Tensor &current);
    /// Starts again at time 0: voltages are zero.
    void reset();

private:
    std::int64_t m_units;
    NeuronSettings m_settings;
    at::Tensor m_voltage;   ///< the buffer; shows what m_membrane is
    at::Tensor m_threshold; ///< likewise a buffer, and what counts
    at::Tensor m_membrane;  ///< with its history of gradients; undefined before the first step
};

} // namespace lensboard::model
