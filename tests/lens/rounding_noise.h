#pragma once

#include "core/hook/model_tap.h"

#include <ATen/core/Tensor.h>

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::test {

/// Where nothing but float32's rounding is seen of a training, told by the magnitudes of what is summed.
class RoundingNoise
{
public:
    explicit RoundingNoise(hook::ModelTap &tap) : m_tap(tap)
    {
        for (const hook::ModuleId layer : tap.layers(-1)) {
            if (tap.parameter(layer, "bias").defined())
                watchBias(layer);
            for (const char *name : {"weight", "bias"})
                if (tap.parameter(layer, name).defined())
                    m_updates[{layer, name}].before = state(layer, name);
        }
    }

    /// To be called after each step of the optimizer.
    void stepped(std::int64_t tick)
    {
        for (auto &[parameter, update] : m_updates) {
            const at::Tensor after = state(parameter.first, parameter.second);
            const double length = (after - update.before).norm().item<double>();
            const double lost = kUnit * (after.norm() + update.before.norm()).item<double>();
            const double turned = length == 0 ? 0 : lost / length;
            double &noise = update.noise[tick];
            noise = std::max(noise, turned + update.turned);
            update.turned = turned;
            update.before = after;
        }
    }

    /// Layers whose bias has no gradient, as before a batch normalisation, which takes out whatever is added: what is
    /// there is no more than float32 loses of the gradients of all outputs, whose sum it is. With that loss.
    std::map<std::string, double> biasesWithoutGradient() const
    {
        std::map<std::string, double> layers;
        for (const auto &[layer, bias] : m_biases)
            if (bias.largest <= 2 * kUnit * bias.summed)
                layers[layer] = 2 * kUnit * bias.summed;
        return layers;
    }

    /// By how much rounding changes the cosines between a parameter's updates during a tick: an update is the
    /// difference of two states, each of which is rounded, and may be small beside them.
    double ofUpdateCosines(std::int64_t tick, const std::string &layer, const std::string &parameter) const
    {
        for (const auto &[place, update] : m_updates)
            if (m_tap.modules()[place.first].name == layer && place.second == parameter)
                return update.noise.at(tick);
        return 0;
    }

    static constexpr double kUnit = std::numeric_limits<float>::epsilon() / 2; ///< of a value, lost where it is rounded

private:
    struct Bias
    {
        double summed = 0;  ///< magnitudes of the gradients of outputs, in the step where they are least
        double largest = 0; ///< gradient
    };

    struct Update
    {
        at::Tensor before;                    ///< the last state, in float64
        double turned = 0;                    ///< the last update, by rounding, in radians
        std::map<std::int64_t, double> noise; ///< the largest of each tick
    };

    at::Tensor state(hook::ModuleId layer, const std::string &name) const
    {
        return m_tap.parameter(layer, name).detach().to(at::kDouble);
    }

    void watchBias(hook::ModuleId layer)
    {
        const std::string name = m_tap.modules()[layer].name;
        m_hooks.push_back(m_tap.onOutputGradient(layer, [this, name](const at::Tensor &gradient) {
            const double summed = gradient.abs().transpose(0, 1).flatten(1).sum(1).norm().item<double>();
            double &least = m_biases[name].summed;
            least = least == 0 ? summed : std::min(least, summed);
        }));
        m_hooks.push_back(m_tap.onParameterGradient(layer, "bias", [this, name](const at::Tensor &gradient) {
            double &largest = m_biases[name].largest;
            largest = std::max(largest, gradient.norm().item<double>());
        }));
    }

    hook::ModelTap &m_tap;
    std::vector<hook::Hook> m_hooks;
    std::map<std::string, Bias> m_biases;
    std::map<std::pair<hook::ModuleId, std::string>, Update> m_updates;
};

} // namespace lensboard::test
