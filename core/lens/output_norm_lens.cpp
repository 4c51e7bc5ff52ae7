#include "core/lens/output_norm_lens.h"

#include "core/record/message.h"

namespace lensboard::lens {

OutputNormLens::OutputNormLens(const experiment::Json &settings)
    : m_types(settings), m_aggregation(Aggregation::fromSettings(settings, "line_aggregation", "range_aggregation")),
      m_comparisonMethod(pointMethod(settings, "comparison_aggregation")),
      m_settings{settings.at("record_eval").get<bool>(), settings.at("normalise_by_size").get<bool>(),
                 settings.at("parity").get<bool>(), aggregateMode(settings)}
{
    const bool logScale = settings.at("log_scale").get<bool>();
    m_tags.push_back({record::term("Output Norm"), "OutputNorm", record::TagKind::Numerical,
                      m_settings.normaliseBySize ? record::term("mean RMS") : record::term("mean L2 norm")});
    m_tags.back().logY = logScale;
    if (!settings.at("comparison_plot").get<bool>())
        return;
    const std::string method = capitalised(toText(m_comparisonMethod));
    m_tags.push_back({logScale ? record::term("%1 Output Log Norm Comparison", method) : record::term("%1 Output Norm Comparison", method),
                      "OutputNorm", record::TagKind::Relations, record::term("share")});
    m_tags.back().big = true;
    m_tags.back().annotate = false;
}

void OutputNormLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    watch(std::make_unique<preprocessor::OutputNormPreprocessor>(m_settings), gatherers.tap(), layers,
          [&](const record::LayerInfo &layer, hook::ModuleId id) {
              return gatherers.tap().canWatchForward(id) && m_types.includes(layer.type, isActivation(layer.type));
          },
          [&](hook::ModuleId id, auto &preprocessor, auto slot) { return gatherers.forward(id, preprocessor, slot); });
}

void OutputNormLens::plot(const record::TickStamp &stamp, visualizer::Visualizer &out) const
{
    const Watched &outputs = watched().front();
    const auto norm = [&](auto slot) -> auto & { return outputs.preprocessor->norm(slot); };
    plotUnlessEmpty(out, stamp, m_tags[0], readingsOf(outputs.layers, m_aggregation, norm));
    if (m_tags.size() > 1)
        plotUnlessEmpty(out, stamp, m_tags[1], sharesOf(m_tags[1].name, outputs.layers, m_comparisonMethod, norm));
}

} // namespace lensboard::lens
