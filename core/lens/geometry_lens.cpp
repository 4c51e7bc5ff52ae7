#include "core/lens/geometry_lens.h"

#include "core/record/message.h"

namespace lensboard::lens {

GeometryLens::GeometryLens(const settings::AnyGeometry &settings, std::vector<record::TagSpec> tags, std::vector<std::string> patterns)
    : LayerLens(std::move(tags)), m_settings{settings.correlation, settings.normaliseBySize, settings.acrossTicks, settings.parity, settings.mode()},
      m_aggregation(settings.aggregation), m_patterns(std::move(patterns))
{}

void GeometryLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    for (const std::string &pattern : m_patterns)
        watchParameters(std::make_unique<preprocessor::GeometryPreprocessor>(m_settings), gatherers, layers, pattern,
                        [&](auto &, hook::ModuleId id) { return watchedOf(gatherers.tap(), id, pattern); },
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

void GeometryLens::plot(Plotter &out) const
{
    auto tag = m_tags.begin();
    for (const auto &[geometry, layers] : watched()) {
        const auto norm = [&g = *geometry](auto slot) -> auto & { return g.norm(slot); };
        const auto correlation = [&g = *geometry](auto slot) -> auto & { return g.correlation(slot); };
        plotLayers(out.plot(*tag++), layers, m_aggregation, norm);
        if (m_settings.correlation)
            plotLayers(out.plot(*tag++), layers, m_aggregation, correlation);
    }
}

OutputGradientGeometryLens::OutputGradientGeometryLens(const settings::OutputGradientGeometry &settings)
    : GeometryLens(settings, experiment::tagsOf(settings), {""}), m_types(settings.types), m_skipActivation(settings.skipActivation)
{}

std::vector<std::string> OutputGradientGeometryLens::watchedOf(const hook::ModelTap &tap, hook::ModuleId layer, const std::string &) const
{
    const std::string &type = tap.modules()[layer].type;
    const bool isWatched = tap.canWatchForward(layer) && includes(m_types, type, !m_skipActivation || !isActivation(type));
    return std::vector<std::string>(isWatched ? 1 : 0); // an empty name: the layer itself, without parameters
}

hook::Hook OutputGradientGeometryLens::gather(gatherer::Gatherers &gatherers, hook::ModuleId layer, const std::string &,
                                              preprocessor::GeometryPreprocessor &preprocessor, preprocessor::Slot slot) const
{
    return gatherers.outputGradient(layer, preprocessor, slot);
}

std::vector<std::string> ParameterGeometryLens::watchedOf(const hook::ModelTap &tap, hook::ModuleId layer, const std::string &pattern) const
{
    return m_parameters.of(tap.modules()[layer], pattern);
}

hook::Hook ParameterGradientGeometryLens::gather(gatherer::Gatherers &gatherers, hook::ModuleId layer, const std::string &parameter,
                                                 preprocessor::GeometryPreprocessor &preprocessor, preprocessor::Slot slot) const
{
    return gatherers.parameterGradient(layer, parameter, preprocessor, slot);
}

ParameterUpdateGeometryLens::ParameterUpdateGeometryLens(const settings::ParameterUpdateGeometry &settings)
    : ParameterGeometryLens(settings), m_onCall(settings.when == settings::ParameterUpdateGeometry::When::Call)
{}

hook::Hook ParameterUpdateGeometryLens::gather(gatherer::Gatherers &gatherers, hook::ModuleId layer, const std::string &parameter,
                                               preprocessor::GeometryPreprocessor &preprocessor, preprocessor::Slot slot) const
{
    return m_onCall ? gatherers.explicitCall(layer, parameter, preprocessor, slot)
                    : gatherers.optimizerStep(layer, parameter, preprocessor, slot);
}

} // namespace lensboard::lens
