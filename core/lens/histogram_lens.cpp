#include "core/lens/histogram_lens.h"

#include "core/experiment/name_pattern.h"
#include "core/record/message.h"

namespace lensboard::lens {

using preprocessor::HistogramPreprocessor;

HistogramLens::HistogramLens(const settings::Histogram &settings)
    : LayerLens(experiment::tagsOf(settings)), m_settings(settings), m_parameters(settings.parameters)
{}

/// Attaches in the order of the tags.
void HistogramLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    using Of = settings::Histogram::Of;
    const hook::ModelTap &tap = gatherers.tap();
    for (const std::string &pattern : m_parameters.patterns()) {
        if (m_settings.has(Of::Weights))
            watchParameters(std::make_unique<HistogramPreprocessor>(), gatherers, layers, pattern,
                            [&](const record::LayerInfo &layer, auto) { return m_parameters.of(layer, pattern); },
                            [&](hook::ModuleId id, const std::string &parameter, auto &preprocessor, auto slot) {
                                return gatherers.oncePerTick(id, parameter, preprocessor, slot);
                            });
        if (m_settings.has(Of::Gradients))
            watchParameters(std::make_unique<HistogramPreprocessor>(m_settings.every), gatherers, layers, pattern,
                            [&](const record::LayerInfo &layer, auto) { return m_parameters.of(layer, pattern); },
                            [&](hook::ModuleId id, const std::string &parameter, auto &preprocessor, auto slot) {
                                return gatherers.parameterGradient(id, parameter, preprocessor, slot);
                            });
    }
    if (m_settings.has(Of::Outputs))
        watch(std::make_unique<HistogramPreprocessor>(m_settings.every), tap, layers,
              [&](const record::LayerInfo &layer, hook::ModuleId id) {
                  return tap.canWatchForward(id) && !experiment::matchesAny(m_settings.exclude, layer.type);
              },
              [&](hook::ModuleId id, auto &preprocessor, auto slot) { return gatherers.forward(id, preprocessor.ofOutputs(), slot); });
}

void HistogramLens::plot(Plotter &out) const
{
    for (std::size_t i = 0; i < watched().size(); ++i) {
        const auto &[preprocessor, layers] = watched()[i];
        preprocessor->take();
        Plotter::Plot plot = out.plot(m_tags[i]);
        for (std::size_t slot = 0; slot < layers.size(); ++slot)
            if (!preprocessor->empty(slot))
                plot.histogram(slot, 0, preprocessor->histogram(slot), [&] { return Plotter::Name{layers[slot], record::term("histogram")}; });
    }
}

} // namespace lensboard::lens
