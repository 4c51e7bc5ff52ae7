#include "core/lens/activation_lens.h"

#include "core/record/message.h"

#include <algorithm>
#include <cmath>

namespace lensboard::lens {

namespace {

/// The least or the greatest, NaN aside.
void keepWorst(std::vector<visualizer::LabelledValue> &worst, const visualizer::LabelledValue &value, bool least)
{
    const std::string label = record::term("worst %1", value.label);
    const auto known = std::find_if(worst.begin(), worst.end(), [&](const auto &w) { return w.label == label; });
    if (known == worst.end())
        worst.push_back({label, value.value});
    else
        known->value = least ? std::fmin(known->value, value.value) : std::fmax(known->value, value.value);
}

} // namespace

template <typename Preprocessor>
ActivationLens<Preprocessor>::ActivationLens(const experiment::Choice &lens)
    : LayerLens<Preprocessor>(lens), m_warn(lens.get<bool>("warning_plot")), m_showActivation(lens.get<bool>("activation")),
      m_showDeath(lens.get<bool>("death")), m_activationMethod(pointMethod(lens.settings, "activation_aggregation")),
      m_deathMethod(pointMethod(lens.settings, "death_aggregation"))
{}

template <typename Preprocessor>
void ActivationLens<Preprocessor>::plot(const record::TickStamp &stamp, visualizer::Visualizer &out) const
{
    std::vector<visualizer::LabelledValue> worst;
    for (std::size_t tag = 0; tag < this->watched().size(); ++tag) {
        const auto &[measured, layers] = this->watched()[tag];
        const preprocessor::Rates &rates = measured->rates();
        visualizer::Readings readings;
        for (std::size_t slot = 0; slot < layers.size(); ++slot) {
            if (rates.activation(slot).empty())
                continue;
            visualizer::LayerReading reading{layers[slot], {}, {}};
            if (m_showActivation) {
                reading.values.push_back({record::term("activation_rate"), rates.activation(slot).point(m_activationMethod)});
                keepWorst(worst, reading.values.back(), true);
            }
            if (m_showDeath) {
                reading.values.push_back({record::term("death_rate"), rates.death(slot).point(m_deathMethod)});
                keepWorst(worst, reading.values.back(), false);
            }
            if (!reading.values.empty())
                readings.push_back(std::move(reading));
        }
        plotUnlessEmpty(out, stamp, this->m_tags[tag], readings);
    }
    if (m_warn && !worst.empty())
        out.plot(stamp, this->m_tags.back(), {{this->m_tags.back().name, worst, {}}});
}

OutputActivationLens::OutputActivationLens(const experiment::Choice &lens)
    : ActivationLens(lens), m_types(lens.settings),
      m_settings{lens.get<bool>("record_eval"), lens.get<bool>("channel_last"), lens.get<double>("eps"), aggregateMode(lens.settings)}
{}

void OutputActivationLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    watch(std::make_unique<preprocessor::OutputActivationPreprocessor>(m_settings), gatherers.tap(), layers,
          [&](const record::LayerInfo &layer, hook::ModuleId id) {
              const bool byDefault = isActivation(layer.type) || isDropout(layer.type);
              return gatherers.tap().canWatchForward(id) && m_types.includes(layer.type, byDefault);
          },
          [&](hook::ModuleId id, auto &preprocessor, auto slot) { return gatherers.forward(id, preprocessor, slot); });
}

ParameterGradientActivationLens::ParameterGradientActivationLens(const experiment::Choice &lens)
    : ActivationLens(lens), m_parameters(lens.settings, ParameterChoice::Which::Trainable), m_eps(lens.get<double>("eps")),
      m_mode(aggregateMode(lens.settings))
{}

void ParameterGradientActivationLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    for (const std::string &pattern : m_parameters.patterns())
        watchParameters(std::make_unique<preprocessor::GradientActivationPreprocessor>(m_eps, m_mode), gatherers.tap(), layers, pattern,
                        [&](const record::LayerInfo &layer, auto) { return m_parameters.of(layer, pattern); },
                        [&](hook::ModuleId id, const std::string &parameter, auto &preprocessor, auto slot) {
                            return gatherers.parameterGradient(id, parameter, preprocessor, slot);
                        });
}

} // namespace lensboard::lens
