#pragma once

#include "core/torch_fwd.h"

#include <ATen/core/Tensor.h>
#include <torch/nn/module.h>

#include <cstdint>

namespace lensboard::model {

struct NeuronSettings
{
    double decay = 0.9;     ///< factor of the membrane voltage per time step, in [0, 1]
    double threshold = 1;   ///< a neuron spikes at this voltage; a spike reduces the voltage by it
    double slope = 10;      ///< of the surrogate gradient: 1 / (1 + slope·|voltage - threshold|)²
};

/// A layer of leaky integrate-and-fire neurons. Each forward is one time step: v = decay·v + current. The output is 1 (a spike) if v
/// reaches the threshold, otherwise 0. Gradients pass spikes by a surrogate, and flow back through time.
///
/// Buffers: "voltage" after the last step, [N, *], or zeros [units] after reset(); "threshold", a scalar.
/// Shape:   \p current [N, *], a sample of \c units; returns spikes of the same shape.
/// Source:  Zenke and Ganguli, SuperSpike, 2018, for the surrogate gradient.
class LeakyIntegrateAndFireImpl : public torch::nn::Module
{
public:
    LeakyIntegrateAndFireImpl(std::int64_t units, const NeuronSettings &settings);

    at::Tensor forward(const at::Tensor &current);
    /// Restarts at time 0: sets all voltages to zero.
    void reset();

private:
    std::int64_t m_units;
    NeuronSettings m_settings;
    at::Tensor m_voltage;   ///< registered buffer; shows the values of m_membrane
    at::Tensor m_threshold; ///< registered buffer; the threshold in use
    at::Tensor m_membrane;  ///< with its gradient history; undefined before the first step
};

} // namespace lensboard::model
