#pragma once

#include "core/hook/model_tap.h"
#include "tests/support/aten.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::test {

/// Detects values of a training that are pure float32 rounding, from the magnitudes of the summed terms.
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

    /// Returns layers with a bias that has no true gradient, as before a batch normalisation, because it removes any constant. Their measured
    /// gradient is at most the rounding error of the sum of all output gradients.
    std::set<std::string> biasesWithoutGradient() const
    {
        std::set<std::string> layers;
        for (const auto &[layer, bias] : m_biases)
            if (bias.ratio <= 2 * kUnit)
                layers.insert(m_tap.modules()[layer].name);
        return layers;
    }

    /// Returns true if the optimizer moved one of these biases anyway. Adam's step length does not depend on the gradient's magnitude.
    bool movesBiases() const
    {
        const std::set<std::string> layers = biasesWithoutGradient();
        return std::any_of(m_biases.begin(), m_biases.end(), [&](const auto &entry) {
            const auto &[layer, bias] = entry;
            const double moved = (state(layer, "bias") - bias.first).norm().template item<double>();
            return layers.contains(m_tap.modules()[layer].name) && moved > 1e-6 * bias.first.norm().template item<double>();
        });
    }

    /// Bounds the rounding error of cosines between a parameter's updates in a tick. An update is a difference of two rounded states and may be small
    /// beside them.
    double ofUpdateCosines(std::int64_t tick, const std::string &layer, const std::string &parameter) const
    {
        for (const auto &[place, update] : m_updates)
            if (m_tap.modules()[place.first].name == layer && place.second == parameter)
                return update.noise.at(tick);
        return 0;
    }

    static constexpr double kUnit = std::numeric_limits<float>::epsilon() / 2; ///< relative rounding error of a value

private:
    struct Bias
    {
        at::Tensor first;  ///< before any step, in float64
        double summed = 0; ///< sum of magnitudes of the output gradients in the current step
        double ratio = 0;  ///< largest ratio of the bias gradient to that sum, over all steps
    };

    struct Update
    {
        at::Tensor before;                    ///< the last state, in float64
        double turned = 0;                    ///< rounding error of the last update's direction, in radians
        std::map<std::int64_t, double> noise; ///< largest error of each tick
    };

    at::Tensor state(hook::ModuleId layer, const std::string &name) const
    {
        return aten(m_tap.parameter(layer, name)).detach().to(at::kDouble);
    }

    void watchBias(hook::ModuleId layer)
    {
        Bias &bias = m_biases[layer];
        bias.first = state(layer, "bias");
        m_hooks.push_back(m_tap.onOutputGradient(layer, [&bias](const at::Tensor &gradient) {
            bias.summed = gradient.abs().transpose(0, 1).flatten(1).sum(1).norm().item<double>();
        }));
        m_hooks.push_back(m_tap.onParameterGradient(layer, "bias", [&bias](const at::Tensor &gradient) {
            bias.ratio = std::max(bias.ratio, gradient.norm().item<double>() / bias.summed);
        }));
    }

    hook::ModelTap &m_tap;
    std::vector<hook::Hook> m_hooks;
    std::map<hook::ModuleId, Bias> m_biases;
    std::map<std::pair<hook::ModuleId, std::string>, Update> m_updates;
};

} // namespace lensboard::test
