#include "core/lens/parameter_value_lens.h"

#include "core/record/message.h"

#include <algorithm>

namespace lensboard::lens {

ParameterNormLens::ParameterNormLens(const settings::ParameterNorm &settings)
    : LayerLens(experiment::tagsOf(settings)), m_parameters(settings.parameters, ParameterChoice::Which::All),
      m_settings{.correlation = false, .normaliseBySize = settings.normaliseBySize, .mode = settings.mode()}, m_method(settings.aggregation),
      m_compare(settings.comparisonPlot)
{}

void ParameterNormLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    for (const std::string &pattern : m_parameters.patterns())
        watchParameters(std::make_unique<preprocessor::GeometryPreprocessor>(m_settings), gatherers.tap(), layers, pattern,
                        [&](const record::LayerInfo &layer, auto) { return m_parameters.of(layer, pattern); },
                        [&](hook::ModuleId id, const std::string &parameter, auto &preprocessor, auto slot) {
                            return gatherers.oncePerTick(id, parameter, preprocessor, slot);
                        });
}

void ParameterNormLens::plot(Plotter &out) const
{
    const std::size_t count = watched().size();
    const auto normOf = [&](std::size_t i) {
        return [&, i](auto slot) -> auto & { return watched()[i].preprocessor->norm(slot); };
    };
    for (std::size_t i = 0; i < count; ++i)
        plotLayers(out.plot(m_tags[i]), watched()[i].layers, {{m_method}, {}}, normOf(i));
    for (std::size_t i = 0; m_compare && i < count; ++i)
        plotShares(out, m_tags[count + i], watched()[i].layers, m_method, normOf(i));
}

ParameterConditionLens::ParameterConditionLens(const settings::ParameterCondition &settings)
    : LayerLens(experiment::tagsOf(settings)), m_parameters(settings.parameters, ParameterChoice::Which::All), m_largest(settings.largest),
      m_mode(settings.mode()), m_aggregation{{settings.aggregation}, {}}
{}

void ParameterConditionLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    for (const std::string &pattern : m_parameters.patterns())
        watchParameters(std::make_unique<preprocessor::ParameterConditionPreprocessor>(m_mode), gatherers.tap(), layers, pattern,
                        [&](const record::LayerInfo &layer, auto) {
                            std::vector<std::string> parameters = m_parameters.of(layer, pattern);
                            std::erase_if(parameters, [&](const auto &name) { return !isTaken(gatherers, layer, name); });
                            return parameters;
                        },
                        [&](hook::ModuleId id, const std::string &parameter, auto &preprocessor, auto slot) {
                            return gatherers.oncePerTick(id, parameter, preprocessor, slot);
                        });
}

/// A matrix, and not too large a one.
bool ParameterConditionLens::isTaken(gatherer::Gatherers &gatherers, const record::LayerInfo &layer,
                                     const std::string &name) const
{
    const auto parameter = std::find_if(layer.parameters.begin(), layer.parameters.end(),
                                        [&](const record::ParameterInfo &p) { return p.name == name; });
    if (parameter->shape.size() != 2)
        return false;
    const std::int64_t side = std::min(parameter->shape[0], parameter->shape[1]);
    if (side > m_largest)
        gatherers.notice(record::message("ParameterCondition leaves out layer \"%1\": the shorter side of its %2 has %3 "
                                         "values, the lens takes up to %4 (its setting \"largest\").",
                                         shownName(layer), name, side, m_largest));
    return side <= m_largest;
}

void ParameterConditionLens::plot(Plotter &out) const
{
    for (std::size_t i = 0; i < watched().size(); ++i)
        plotLayers(out.plot(m_tags[i]), watched()[i].layers, m_aggregation,
                   [&](auto slot) -> auto & { return watched()[i].preprocessor->condition(slot); });
}

} // namespace lensboard::lens
