#include "core/lens/activation_lens.h"

#include "core/record/message.h"

#include <optional>

namespace lensboard::lens {

template <typename Preprocessor>
void ActivationLens<Preprocessor>::plot(Plotter &out) const
{
    std::optional<double> leastActivation, mostDeath;
    for (std::size_t tag = 0; tag < this->watched().size(); ++tag) {
        const auto &[measured, layers] = this->watched()[tag];
        const preprocessor::Rates &rates = measured->rates();
        Plotter::Plot plot = out.plot(this->m_tags[tag]);
        for (std::size_t slot = 0; slot < layers.size(); ++slot) {
            if (rates.activation(slot).empty())
                continue;
            if (this->m_settings.activation) {
                const double rate = rates.activation(slot).point(this->m_settings.activationAggregation);
                plot.line(slot, 0, rate, [&] { return Plotter::Name{layers[slot], record::term("activation_rate")}; });
                keepWorst(leastActivation, rate, true);
            }
            if (this->m_settings.death) {
                const double rate = rates.death(slot).point(this->m_settings.deathAggregation);
                plot.line(slot, 1, rate, [&] { return Plotter::Name{layers[slot], record::term("death_rate")}; });
                keepWorst(mostDeath, rate, false);
            }
        }
    }
    if (!this->m_settings.warningPlot)
        return;
    const std::string &warning = this->m_tags.back().name;
    Plotter::Plot plot = out.plot(this->m_tags.back());
    if (leastActivation)
        plot.line(0, 0, *leastActivation, [&] { return Plotter::Name{warning, record::term("worst %1", record::term("activation_rate"))}; });
    if (mostDeath)
        plot.line(0, 1, *mostDeath, [&] { return Plotter::Name{warning, record::term("worst %1", record::term("death_rate"))}; });
}

OutputActivationLens::OutputActivationLens(const settings::OutputActivation &settings)
    : ActivationLens(settings, experiment::tagsOf(settings)), m_types(settings.types),
      m_measured{settings.recordEval, settings.channelLast, settings.eps, settings.mode()}
{}

void OutputActivationLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    watch(std::make_unique<preprocessor::OutputActivationPreprocessor>(m_measured), gatherers.tap(), layers,
          [&](const record::LayerInfo &layer, hook::ModuleId id) {
              const bool byDefault = isActivation(layer.type) || isDropout(layer.type);
              return gatherers.tap().canWatchForward(id) && includes(m_types, layer.type, byDefault);
          },
          [&](hook::ModuleId id, auto &preprocessor, auto slot) { return gatherers.forward(id, preprocessor, slot); });
}

ParameterGradientActivationLens::ParameterGradientActivationLens(const settings::ParameterGradientActivation &settings)
    : ActivationLens(settings, experiment::tagsOf(settings)), m_parameters(settings.parameters, ParameterChoice::Which::Trainable)
{}

void ParameterGradientActivationLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    for (const std::string &pattern : m_parameters.patterns())
        watchParameters(std::make_unique<preprocessor::GradientActivationPreprocessor>(m_settings.eps, m_settings.mode()), gatherers.tap(), layers, pattern,
                        [&](const record::LayerInfo &, hook::ModuleId id) { return m_parameters.trainedOf(gatherers.tap(), id, pattern); },
                        [&](hook::ModuleId id, const std::string &parameter, auto &preprocessor, auto slot) {
                            return gatherers.parameterGradient(id, parameter, preprocessor, slot);
                        });
}

} // namespace lensboard::lens
