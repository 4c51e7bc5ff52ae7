#include "core/lens/geometry_lens.h"

#include "core/record/message.h"

namespace lensboard::lens {

GeometryLens::GeometryLens(const experiment::Choice &lens, std::vector<std::string> patterns)
    : LayerLens(lens), m_aggregation(Aggregation::fromSettings(lens.settings, "line_aggregation", "range_aggregation")),
      m_patterns(std::move(patterns))
{
    m_settings.correlation = lens.get<bool>("correlation");
    m_settings.normaliseBySize = lens.get<bool>("normalise_by_size");
    m_settings.acrossTicks = lens.get<bool>("across_ticks");
    m_settings.parity = lens.get<bool>("parity");
    m_settings.mode = aggregateMode(lens.settings);
}

void GeometryLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    for (const std::string &pattern : m_patterns)
        watchParameters(std::make_unique<preprocessor::GeometryPreprocessor>(m_settings), gatherers.tap(), layers, pattern,
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

OutputGradientGeometryLens::OutputGradientGeometryLens(const experiment::Choice &lens)
    : GeometryLens(lens, {""}), m_types(lens.settings), m_skipActivation(lens.get<bool>("skip_activation"))
{}

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

ParameterGeometryLens::ParameterGeometryLens(const experiment::Choice &lens)
    : GeometryLens(lens, lens.get<std::vector<std::string>>("parameters")), m_parameters(lens.settings, ParameterChoice::Which::Trainable)
{}

std::vector<std::string> ParameterGeometryLens::watchedOf(const hook::ModelTap &tap, hook::ModuleId layer, const std::string &pattern) const
{
    return m_parameters.of(tap.modules()[layer], pattern);
}

hook::Hook ParameterGradientGeometryLens::gather(gatherer::Gatherers &gatherers, hook::ModuleId layer, const std::string &parameter,
                                                 preprocessor::GeometryPreprocessor &preprocessor, preprocessor::Slot slot) const
{
    return gatherers.parameterGradient(layer, parameter, preprocessor, slot);
}

ParameterUpdateGeometryLens::ParameterUpdateGeometryLens(const experiment::Choice &lens)
    : ParameterGeometryLens(lens), m_onCall(lens.get<std::string>("when") == "call")
{}

hook::Hook ParameterUpdateGeometryLens::gather(gatherer::Gatherers &gatherers, hook::ModuleId layer, const std::string &parameter,
                                               preprocessor::GeometryPreprocessor &preprocessor, preprocessor::Slot slot) const
{
    return m_onCall ? gatherers.explicitCall(layer, parameter, preprocessor, slot)
                    : gatherers.optimizerStep(layer, parameter, preprocessor, slot);
}

} // namespace lensboard::lens
