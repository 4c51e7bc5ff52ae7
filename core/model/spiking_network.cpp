#include "core/model/spiking_network.h"

#include "core/hook/tapped.h"
#include "core/model/leaky_integrate_and_fire.h"
#include "core/model/memory_budget.h"

#include <ATen/TensorOperators.h>
#include <torch/nn/modules/linear.h>

#include <functional>
#include <memory>
#include <numeric>
#include <string>

namespace lensboard::model {

namespace {

using Linear = hook::Tapped<torch::nn::LinearImpl>;
using Neurons = hook::Tapped<LeakyIntegrateAndFireImpl>;

class SpikingNetworkImpl final : public torch::nn::Module
{
public:
    SpikingNetworkImpl(std::int64_t inputs, const std::vector<std::int64_t> &hidden, std::int64_t classes, std::int64_t steps,
                       const NeuronSettings &neurons)
        : torch::nn::Module("SpikingNetwork"), m_steps(steps)
    {
        MemoryBudget memory;
        for (const std::int64_t width : hidden) {
            memory.add((inputs + 1) * width);
            const std::string suffix = std::to_string(m_neurons.size() + 1);
            m_linears.push_back(register_module("fc" + suffix, std::make_shared<Linear>(inputs, width)));
            m_neurons.push_back(register_module("lif" + suffix, std::make_shared<Neurons>(width, neurons)));
            inputs = width;
        }
        m_readout = register_module("readout", std::make_shared<Linear>(inputs, classes));
    }

    at::Tensor forward(const at::Tensor &inputs)
    {
        const at::Tensor current = m_linears.front()->forward(inputs.flatten(1)); // equal in all time steps
        at::Tensor scores;
        for (std::int64_t step = 0; step < m_steps; ++step) {
            at::Tensor spikes = m_neurons.front()->forward(current);
            for (std::size_t i = 1; i < m_neurons.size(); ++i)
                spikes = m_neurons[i]->forward(m_linears[i]->forward(spikes));
            const at::Tensor now = m_readout->forward(spikes);
            scores = step == 0 ? now : scores + now;
        }
        for (const auto &neurons : m_neurons)
            neurons->reset();
        return scores / static_cast<double>(m_steps);
    }

private:
    std::int64_t m_steps;
    std::vector<std::shared_ptr<Linear>> m_linears;
    std::vector<std::shared_ptr<Neurons>> m_neurons;
    std::shared_ptr<Linear> m_readout;
};

} // namespace

Model makeSpikingNetwork(const settings::Spiking &wanted, const std::vector<std::int64_t> &inputShape, std::int64_t classes)
{
    const std::int64_t inputs = std::accumulate(inputShape.begin(), inputShape.end(), std::int64_t{1}, std::multiplies<>());
    const NeuronSettings neurons{wanted.decay, wanted.threshold, wanted.slope};
    const auto net = std::make_shared<SpikingNetworkImpl>(inputs, wanted.hidden, classes, wanted.steps, neurons);
    return {net, [net](const at::Tensor &input) { return net->forward(input); }};
}

} // namespace lensboard::model
