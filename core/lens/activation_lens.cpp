#include "core/lens/activation_lens.h"

#include "core/experiment/name_pattern.h"
#include "core/record/message.h"

#include <algorithm>
#include <array>
#include <optional>

namespace lensboard::lens {

template <typename Preprocessor>
void ActivationLens<Preprocessor>::plot(Plotter &out) const
{
    struct Line
    {
        std::string label;
        std::optional<double> worst = {};
    };
    std::array<Line, 4> lines = {{{record::term("activation_rate")}, {record::term("death_rate")}, {record::term("saturation_rate")}, {record::term("saturated_units")}}};
    for (std::size_t i = 0; i < this->watched().size(); ++i) {
        const auto &[measured, layers] = this->watched()[i];
        const preprocessor::Rates &rates = measured->rates();
        const bool isOfSaturation = this->isOfSaturation(i);
        const std::size_t first = isOfSaturation ? 2 : 0; // column of the first line of the pair
        Plotter::Plot plot = out.plot(this->m_tags[this->tagOf(i)]);
        for (std::size_t slot = 0; slot < layers.size(); ++slot) {
            const auto show = [&, row = plot.rowOf(layers[slot])](std::size_t column, double rate) {
                plot.line(row, column, rate, [&] { return Plotter::Name{layers[slot], lines[column].label}; });
                keepWorst(lines[column].worst, rate, column == 0);
            };
            if (rates.activation(slot).empty())
                continue;
            if (this->m_settings.activation)
                show(first, rates.activation(slot).point(this->m_settings.activationAggregation));
            if (this->m_settings.death)
                show(first + 1, rates.death(slot).point(this->m_settings.deathAggregation));
        }
    }
    if (!this->m_settings.warningPlot)
        return;
    const std::string &warning = this->m_tags.back().name;
    Plotter::Plot plot = out.plot(this->m_tags.back());
    for (std::size_t column = 0; column < lines.size(); ++column)
        if (const auto &[label, worst] = lines[column]; worst)
            plot.line(0, column, *worst, [&] { return Plotter::Name{warning, record::term("worst %1", label)}; });
}

OutputActivationLens::OutputActivationLens(const settings::OutputActivation &settings)
    : ActivationLens(settings, experiment::tagsOf(settings)), m_types(settings.types), m_showsSaturation(settings.saturation && !settings.parity),
      m_measured{settings.recordEval, settings.parity ? settings.channelLast.value_or(false) : settings.channelLast, settings.eps, settings.mode()}
{}

void OutputActivationLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    const auto watchTypes = [&](std::unique_ptr<preprocessor::OutputActivationPreprocessor> measured, const SaturatingTypes *types) {
        watch(std::move(measured), gatherers.tap(), layers,
              [&](const record::LayerInfo &layer, hook::ModuleId id) {
                  const bool byDefault = isActivation(layer.type) || isDropout(layer.type);
                  return gatherers.tap().canWatchForward(id) && includes(m_types, layer.type, byDefault) && shownAs(layer.type) == types;
              },
              [&](hook::ModuleId id, auto &preprocessor, auto slot) { return gatherers.forward(id, preprocessor, slot); });
    };
    watchTypes(std::make_unique<preprocessor::OutputActivationPreprocessor>(m_measured), nullptr);
    const settings::OutputSaturation saturation;
    for (const SaturatingTypes &types : saturatingTypes())
        watchTypes(std::make_unique<preprocessor::OutputActivationPreprocessor>(types.flatPart(saturation.margin, saturation.entropy), m_measured), &types);
}

/// Returns the entry of \p type if its saturation is shown, otherwise null.
const SaturatingTypes *OutputActivationLens::shownAs(const std::string &type) const
{
    const auto found = std::ranges::find_if(saturatingTypes(), [&](const SaturatingTypes &each) { return !each.hasZeros && experiment::matchesAny(each.types, type); });
    return m_showsSaturation && found != saturatingTypes().end() ? &*found : nullptr;
}

ParameterGradientActivationLens::ParameterGradientActivationLens(const settings::ParameterGradientActivation &settings)
    : ActivationLens(settings, experiment::tagsOf(settings)), m_parameters(settings.parameters)
{}

void ParameterGradientActivationLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    for (const std::string &pattern : m_parameters.patterns())
        watchParameters(std::make_unique<preprocessor::GradientActivationPreprocessor>(m_settings.eps, m_settings.mode()), gatherers, layers, pattern,
                        [&](const record::LayerInfo &layer, auto) { return m_parameters.of(layer, pattern); },
                        [&](hook::ModuleId id, const std::string &parameter, auto &preprocessor, auto slot) {
                            return gatherers.parameterGradient(id, parameter, preprocessor, slot);
                        });
}

} // namespace lensboard::lens
