#include "core/lens/output_norm_lens.h"

namespace lensboard::lens {

OutputNormLens::OutputNormLens(const settings::OutputNorm &settings) : LayerLens(experiment::tagsOf(settings)), m_settings(settings) {}

void OutputNormLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    const preprocessor::OutputNormSettings measured{m_settings.recordEval, m_settings.normaliseBySize, m_settings.parity, m_settings.mode()};
    watch(std::make_unique<preprocessor::OutputNormPreprocessor>(measured), gatherers.tap(), layers,
          [&](const record::LayerInfo &layer, hook::ModuleId id) {
              return gatherers.tap().canWatchForward(id) && includes(m_settings.types, layer.type, isActivation(layer.type));
          },
          [&](hook::ModuleId id, auto &preprocessor, auto slot) { return gatherers.forward(id, preprocessor, slot); });
}

void OutputNormLens::plot(Plotter &out) const
{
    const Watched &outputs = watched().front();
    const auto norm = [&](auto slot) -> auto & { return outputs.preprocessor->norm(slot); };
    plotLayers(out.plot(m_tags[0]), outputs.layers, m_settings.aggregation, norm);
    if (m_tags.size() > 1)
        plotShares(out, m_tags[1], outputs.layers, m_settings.comparisonAggregation, norm);
}

} // namespace lensboard::lens
