#include "core/lens/output_norm_lens.h"

namespace lensboard::lens {

OutputNormLens::OutputNormLens(const experiment::Json &settings)
    : m_types(settings), m_aggregation(Aggregation::fromSettings(settings, "line_aggregation", "range_aggregation")),
      m_comparisonMethod(pointMethod(settings, "comparison_aggregation")),
      m_settings{settings.at("record_eval").get<bool>(), settings.at("normalise_by_size").get<bool>(),
                 settings.at("parity").get<bool>(), aggregateMode(settings)}
{
    const bool logScale = settings.at("log_scale").get<bool>();
    m_tags.push_back({"Output Norm", "OutputNorm", record::TagKind::Numerical,
                      m_settings.normaliseBySize ? "mean RMS" : "mean L2 norm"});
    m_tags.back().logY = logScale;
    if (!settings.at("comparison_plot").get<bool>())
        return;
    m_tags.push_back({capitalised(toText(m_comparisonMethod)) + (logScale ? " Output Log" : " Output") + " Norm Comparison",
                      "OutputNorm", record::TagKind::Relations, "share"});
    m_tags.back().big = true;
    m_tags.back().annotate = false;
}

void OutputNormLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    m_preprocessor = std::make_unique<preprocessor::OutputNormPreprocessor>(m_settings);
    for (const hook::ModuleId id : layers) {
        const record::LayerInfo &module = gatherers.tap().modules()[id];
        if (!gatherers.tap().canWatchForward(id) || !m_types.includes(module.type, isActivation(module.type)))
            continue;
        m_hooks.push_back(gatherers.forward(id, *m_preprocessor, m_preprocessor->addLayer()));
        m_layers.push_back(shownName(module));
    }
}

void OutputNormLens::detach()
{
    m_hooks.clear();
    m_layers.clear();
    m_preprocessor.reset();
}

void OutputNormLens::plot(const record::TickStamp &stamp, visualizer::Visualizer &out) const
{
    const auto norm = [&](auto slot) -> auto & { return m_preprocessor->norm(slot); };
    plotUnlessEmpty(out, stamp, m_tags[0], readingsOf(m_layers, m_aggregation, norm));
    if (m_tags.size() > 1)
        plotUnlessEmpty(out, stamp, m_tags[1], sharesOf(m_tags[1].name, m_layers, m_comparisonMethod, norm));
}

void OutputNormLens::endTick()
{
    if (m_preprocessor)
        m_preprocessor->endTick();
}

} // namespace lensboard::lens
