#include "core/lens/weight_update_ratio_lens.h"

namespace lensboard::lens {

WeightUpdateRatioLens::WeightUpdateRatioLens(const settings::WeightUpdateRatio &settings)
    : LayerLens(experiment::tagsOf(settings)), m_parameters(settings.parameters), m_mode(settings.mode()),
      m_aggregation(settings.aggregation)
{}

void WeightUpdateRatioLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    for (const std::string &pattern : m_parameters.patterns())
        watchParameters(std::make_unique<preprocessor::UpdateRatioPreprocessor>(m_mode), gatherers, layers, pattern,
                        [&](const record::LayerInfo &layer, auto) { return m_parameters.of(layer, pattern); },
                        [&](hook::ModuleId id, const std::string &parameter, auto &preprocessor, auto slot) {
                            return gatherers.optimizerStep(id, parameter, preprocessor, slot);
                        });
}

void WeightUpdateRatioLens::plot(Plotter &out) const
{
    for (std::size_t i = 0; i < watched().size(); ++i)
        plotLayers(out.plot(m_tags[i]), watched()[i].layers, m_aggregation,
                   [&ratios = *watched()[i].preprocessor](auto slot) -> auto & { return ratios.ratio(slot); });
}

} // namespace lensboard::lens
