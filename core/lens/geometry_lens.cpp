#include "core/lens/geometry_lens.h"

#include "core/record/message.h"

namespace lensboard::lens {

GeometryLens::GeometryLens(const char *kind, const experiment::Json &settings)
    : m_kind(kind), m_logScale(settings.at("log_scale").get<bool>()),
      m_aggregation(Aggregation::fromSettings(settings, "line_aggregation", "range_aggregation"))
{
    m_settings.correlation = settings.at("correlation").get<bool>();
    m_settings.normaliseBySize = settings.at("normalise_by_size").get<bool>();
    m_settings.acrossTicks = settings.at("across_ticks").get<bool>();
    m_settings.parity = settings.at("parity").get<bool>();
    m_settings.mode = aggregateMode(settings);
}

void GeometryLens::addQuantity(const std::string &norm, const std::string &correlation, const std::string &pattern)
{
    Quantity quantity{pattern,
                      {norm, m_kind, record::TagKind::Numerical,
                       m_settings.normaliseBySize ? record::term("RMS") : record::term("L2 norm")},
                      {correlation, m_kind, record::TagKind::Numerical, record::term("cosine")}};
    quantity.normTag.logY = m_logScale;
    quantity.correlationTag.yLimits = std::pair(-1.0, 1.0);
    m_tags.push_back(quantity.normTag);
    if (m_settings.correlation)
        m_tags.push_back(quantity.correlationTag);
    m_quantities.push_back(std::move(quantity));
}

void GeometryLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    for (const Quantity &quantity : m_quantities)
        watchParameters(std::make_unique<preprocessor::GeometryPreprocessor>(m_settings), gatherers.tap(), layers, quantity.pattern,
                        [&](auto &, hook::ModuleId id) { return watchedOf(gatherers.tap(), id, quantity.pattern); },
                        [&](hook::ModuleId id, const std::string &parameter, auto &preprocessor, auto slot) {
                            return gather(gatherers, id, parameter, preprocessor, slot);
                        });
}

void GeometryLens::resumed(gatherer::Gatherers &gatherers)
{
    bool leavesOut = false;
    for (const Watched &each : watched())
        leavesOut |= each.preprocessor->resumed();
    if (leavesOut)
        gatherers.notice(record::message("This tick has no correlations: the gradients and steps before it are not in the checkpoint."));
}

void GeometryLens::plot(const record::TickStamp &stamp, visualizer::Visualizer &out) const
{
    for (std::size_t i = 0; i < m_quantities.size(); ++i) {
        const auto &[geometry, layers] = watched()[i];
        const auto norm = [&g = *geometry](auto slot) -> auto & { return g.norm(slot); };
        const auto correlation = [&g = *geometry](auto slot) -> auto & { return g.correlation(slot); };
        plotUnlessEmpty(out, stamp, m_quantities[i].normTag, readingsOf(layers, m_aggregation, norm));
        if (m_settings.correlation)
            plotUnlessEmpty(out, stamp, m_quantities[i].correlationTag, readingsOf(layers, m_aggregation, correlation));
    }
}

OutputGradientGeometryLens::OutputGradientGeometryLens(const experiment::Json &settings)
    : GeometryLens("OutputGradientGeometry", settings), m_types(settings),
      m_skipActivation(settings.at("skip_activation").get<bool>())
{
    addQuantity(record::term("Output Gradient Norm"), record::term("Output Gradient Correlation"));
}

std::vector<std::string> OutputGradientGeometryLens::watchedOf(const hook::ModelTap &tap, hook::ModuleId layer, const std::string &) const
{
    const std::string &type = tap.modules()[layer].type;
    const bool isWatched = tap.canWatchForward(layer) && m_types.includes(type, !m_skipActivation || !isActivation(type));
    return std::vector<std::string>(isWatched ? 1 : 0); // the layer itself, none of its parameters
}

hook::Hook OutputGradientGeometryLens::gather(gatherer::Gatherers &gatherers, hook::ModuleId layer, const std::string &,
                                              preprocessor::GeometryPreprocessor &preprocessor, preprocessor::Slot slot) const
{
    return gatherers.outputGradient(layer, preprocessor, slot);
}

ParameterGeometryLens::ParameterGeometryLens(const char *kind, const experiment::Json &settings)
    : GeometryLens(kind, settings), m_parameters(settings, ParameterChoice::Which::Trainable)
{}

std::vector<std::string> ParameterGeometryLens::watchedOf(const hook::ModelTap &tap, hook::ModuleId layer, const std::string &pattern) const
{
    return m_parameters.of(tap.modules()[layer], pattern);
}

ParameterGradientGeometryLens::ParameterGradientGeometryLens(const experiment::Json &settings)
    : ParameterGeometryLens("ParameterGradientGeometry", settings)
{
    for (const std::string &pattern : patterns()) {
        const std::string title = ParameterChoice::title(pattern);
        addQuantity(record::term("%1 Gradient Norm", title), record::term("%1 Gradient Correlation", title), pattern);
    }
}

hook::Hook ParameterGradientGeometryLens::gather(gatherer::Gatherers &gatherers, hook::ModuleId layer, const std::string &parameter,
                                                 preprocessor::GeometryPreprocessor &preprocessor, preprocessor::Slot slot) const
{
    return gatherers.parameterGradient(layer, parameter, preprocessor, slot);
}

ParameterUpdateGeometryLens::ParameterUpdateGeometryLens(const experiment::Json &settings)
    : ParameterGeometryLens("ParameterUpdateGeometry", settings), m_onCall(settings.at("when") == "call")
{
    for (const std::string &pattern : patterns()) {
        const std::string title = ParameterChoice::title(pattern);
        addQuantity(record::term("%1 Update Norm", title), record::term("%1 Update Correlation", title), pattern);
    }
}

hook::Hook ParameterUpdateGeometryLens::gather(gatherer::Gatherers &gatherers, hook::ModuleId layer, const std::string &parameter,
                                               preprocessor::GeometryPreprocessor &preprocessor, preprocessor::Slot slot) const
{
    return m_onCall ? gatherers.explicitCall(layer, parameter, preprocessor, slot)
                    : gatherers.optimizerStep(layer, parameter, preprocessor, slot);
}

} // namespace lensboard::lens
