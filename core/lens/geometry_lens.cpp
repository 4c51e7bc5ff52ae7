#include "core/lens/geometry_lens.h"

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

void GeometryLens::addQuantity(const std::string &title, const std::string &parameter)
{
    Quantity quantity{parameter,
                      {title + " Norm", m_kind, record::TagKind::Numerical, m_settings.normaliseBySize ? "RMS" : "L2 norm"},
                      {title + " Correlation", m_kind, record::TagKind::Numerical, "cosine"}};
    quantity.normTag.logY = m_logScale;
    quantity.correlationTag.yLimits = std::pair(-1.0, 1.0);
    m_tags.push_back(quantity.normTag);
    if (m_settings.correlation)
        m_tags.push_back(quantity.correlationTag);
    m_quantities.push_back(std::move(quantity));
}

void GeometryLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    for (Quantity &quantity : m_quantities) {
        quantity.preprocessor = std::make_unique<preprocessor::GeometryPreprocessor>(m_settings);
        for (const hook::ModuleId layer : layers) {
            if (!isWatched(gatherers.tap(), layer, quantity))
                continue;
            m_hooks.push_back(gather(gatherers, layer, quantity, quantity.preprocessor->addLayer()));
            quantity.layers.push_back(shownName(gatherers.tap().modules()[layer]));
        }
    }
}

void GeometryLens::detach()
{
    m_hooks.clear();
    for (Quantity &quantity : m_quantities) {
        quantity.layers.clear();
        quantity.preprocessor.reset();
    }
}

void GeometryLens::plot(const record::TickStamp &stamp, visualizer::Visualizer &out) const
{
    for (const Quantity &quantity : m_quantities) {
        const preprocessor::GeometryPreprocessor &geometry = *quantity.preprocessor;
        plotUnlessEmpty(out, stamp, quantity.normTag, readingsOf(quantity.layers, m_aggregation, [&](auto slot) -> auto & {
                            return geometry.norm(slot);
                        }));
        if (m_settings.correlation)
            plotUnlessEmpty(out, stamp, quantity.correlationTag,
                            readingsOf(quantity.layers, m_aggregation,
                                       [&](auto slot) -> auto & { return geometry.correlation(slot); }));
    }
}

void GeometryLens::endTick()
{
    for (Quantity &quantity : m_quantities)
        if (quantity.preprocessor)
            quantity.preprocessor->endTick();
}

OutputGradientGeometryLens::OutputGradientGeometryLens(const experiment::Json &settings)
    : GeometryLens("OutputGradientGeometry", settings), m_types(settings),
      m_skipActivation(settings.at("skip_activation").get<bool>())
{
    addQuantity("Output Gradient");
}

bool OutputGradientGeometryLens::isWatched(const hook::ModelTap &tap, hook::ModuleId layer, const Quantity &) const
{
    const std::string &type = tap.modules()[layer].type;
    return tap.canWatchForward(layer) && m_types.includes(type, !m_skipActivation || !isActivation(type));
}

hook::Hook OutputGradientGeometryLens::gather(gatherer::Gatherers &gatherers, hook::ModuleId layer,
                                              const Quantity &quantity, preprocessor::Slot slot) const
{
    return gatherers.outputGradient(layer, *quantity.preprocessor, slot);
}

ParameterGradientGeometryLens::ParameterGradientGeometryLens(const experiment::Json &settings)
    : GeometryLens("ParameterGradientGeometry", settings),
      m_parameters(settings, ParameterChoice::Which::Trainable)
{
    for (const std::string &name : m_parameters.names())
        addQuantity(capitalised(name) + " Gradient", name);
}

bool ParameterGradientGeometryLens::isWatched(const hook::ModelTap &tap, hook::ModuleId layer,
                                              const Quantity &quantity) const
{
    return m_parameters.includes(tap.modules()[layer], quantity.parameter);
}

hook::Hook ParameterGradientGeometryLens::gather(gatherer::Gatherers &gatherers, hook::ModuleId layer,
                                                 const Quantity &quantity, preprocessor::Slot slot) const
{
    return gatherers.parameterGradient(layer, quantity.parameter, *quantity.preprocessor, slot);
}

ParameterUpdateGeometryLens::ParameterUpdateGeometryLens(const experiment::Json &settings)
    : GeometryLens("ParameterUpdateGeometry", settings), m_parameters(settings, ParameterChoice::Which::Trainable),
      m_onCall(settings.at("when") == "call")
{
    for (const std::string &name : m_parameters.names())
        addQuantity(capitalised(name) + " Update", name);
}

bool ParameterUpdateGeometryLens::isWatched(const hook::ModelTap &tap, hook::ModuleId layer,
                                            const Quantity &quantity) const
{
    return m_parameters.includes(tap.modules()[layer], quantity.parameter);
}

hook::Hook ParameterUpdateGeometryLens::gather(gatherer::Gatherers &gatherers, hook::ModuleId layer,
                                               const Quantity &quantity, preprocessor::Slot slot) const
{
    return m_onCall ? gatherers.explicitCall(layer, quantity.parameter, *quantity.preprocessor, slot)
                    : gatherers.optimizerStep(layer, quantity.parameter, *quantity.preprocessor, slot);
}

} // namespace lensboard::lens
