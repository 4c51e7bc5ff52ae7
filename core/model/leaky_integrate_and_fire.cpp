#include "core/model/leaky_integrate_and_fire.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/full.h>
#include <ATen/ops/zeros.h>
#include <torch/csrc/autograd/custom_function.h>

namespace lensboard::model {

namespace {

/// Forward: Heaviside step. Backward: derivative of a fast sigmoid.
struct SurrogateSpike : torch::autograd::Function<SurrogateSpike>
{
    static at::Tensor forward(torch::autograd::AutogradContext *context, const at::Tensor &above, double slope)
    {
        context->save_for_backward({above});
        context->saved_data["slope"] = slope;
        return (above >= 0).to(above.scalar_type());
    }

    static torch::autograd::variable_list backward(torch::autograd::AutogradContext *context,
                                                   const torch::autograd::variable_list &gradients)
    {
        const at::Tensor above = context->get_saved_variables().front();
        const at::Tensor width = above.abs() * context->saved_data["slope"].toDouble() + 1;
        return {gradients.front() / (width * width), at::Tensor()};
    }
};

} // namespace

LeakyIntegrateAndFireImpl::LeakyIntegrateAndFireImpl(std::int64_t units, const NeuronSettings &settings)
    : torch::nn::Module("LeakyIntegrateAndFire"), m_units(units), m_settings(settings),
      m_voltage(register_buffer("voltage", at::zeros({units}))),
      m_threshold(register_buffer("threshold", at::full({}, settings.threshold)))
{}

at::Tensor LeakyIntegrateAndFireImpl::forward(const at::Tensor &current)
{
    const at::Tensor charged = m_membrane.defined() ? m_membrane * m_settings.decay + current : current;
    const at::Tensor spikes = SurrogateSpike::apply(charged - m_threshold, m_settings.slope);
    m_membrane = charged - spikes.detach() * m_threshold;
    m_voltage.set_data(m_membrane.detach());
    return spikes;
}

void LeakyIntegrateAndFireImpl::reset()
{
    m_membrane = at::Tensor();
    m_voltage.set_data(at::zeros({m_units}, m_voltage.options()));
}

} // namespace lensboard::model
