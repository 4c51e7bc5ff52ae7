#include "core/lens/output_norm_lens.h"

namespace lensboard::lens {

OutputNormLens::OutputNormLens(const experiment::Choice &lens)
    : LayerLens(lens), m_types(lens.settings), m_aggregation(Aggregation::fromSettings(lens.settings, "line_aggregation", "range_aggregation")),
      m_comparisonMethod(pointMethod(lens.settings, "comparison_aggregation")),
      m_settings{lens.get<bool>("record_eval"), lens.get<bool>("normalise_by_size"), lens.get<bool>("parity"), aggregateMode(lens.settings)}
{}

void OutputNormLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    watch(std::make_unique<preprocessor::OutputNormPreprocessor>(m_settings), gatherers.tap(), layers,
          [&](const record::LayerInfo &layer, hook::ModuleId id) {
              return gatherers.tap().canWatchForward(id) && m_types.includes(layer.type, isActivation(layer.type));
          },
          [&](hook::ModuleId id, auto &preprocessor, auto slot) { return gatherers.forward(id, preprocessor, slot); });
}

void OutputNormLens::plot(Plotter &out) const
{
    const Watched &outputs = watched().front();
    const auto norm = [&](auto slot) -> auto & { return outputs.preprocessor->norm(slot); };
    plotLayers(out.plot(m_tags[0]), outputs.layers, m_aggregation, norm);
    if (m_tags.size() > 1)
        plotShares(out, m_tags[1], outputs.layers, m_comparisonMethod, norm);
}

} // namespace lensboard::lens
