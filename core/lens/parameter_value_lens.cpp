#include "core/lens/parameter_value_lens.h"

namespace lensboard::lens {

namespace {

stats::Aggregate only(stats::Aggregate::Mode mode, double value)
{
    stats::Aggregate one(mode);
    one.add(value);
    return one;
}

} // namespace

ParameterNormLens::ParameterNormLens(const settings::ParameterNorm &settings)
    : LayerLens(experiment::tagsOf(settings)), m_parameters(settings.parameters),
      m_settings{.correlation = false, .normaliseBySize = settings.normaliseBySize, .mode = settings.mode()}, m_method(settings.aggregation),
      m_compare(settings.comparisonPlot)
{}

void ParameterNormLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    for (const std::string &pattern : m_parameters.patterns())
        watchParameters(std::make_unique<preprocessor::GeometryPreprocessor>(m_settings), gatherers, layers, pattern,
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
    : LayerLens(experiment::tagsOf(settings)), m_matrices(settings.kKind, settings.parameters, MatrixChoice::Takes::Matrices, settings.largest),
      m_mode(settings.mode()), m_method(settings.aggregation)
{}

void ParameterConditionLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    const auto compute = [mode = m_mode, method = m_method, later = MatrixChoice::compute(gatherers)](const std::function<double()> &condition) {
        return later([=] { return only(mode, condition()).point(method); });
    };
    for (const std::string &pattern : m_matrices.patterns())
        watchParameters(
            std::make_unique<preprocessor::ParameterConditionPreprocessor>(compute, MatrixChoice::maxCopied(gatherers)), gatherers,
            layers, pattern, [&](const record::LayerInfo &layer, auto) { return m_matrices.of(gatherers, layer, pattern); },
            [&](hook::ModuleId id, const std::string &parameter, auto &preprocessor, auto slot) {
                return gatherers.oncePerTick(id, parameter, preprocessor, slot);
            });
    m_matrices.reportTurns(gatherers, layers);
}

void ParameterConditionLens::plot(Plotter &out) const
{
    for (std::size_t i = 0; i < watched().size(); ++i) {
        const auto &[preprocessor, layers] = watched()[i];
        plotLate(out.plot(m_tags[i]), layers, toText(m_method), [&conditions = *preprocessor](auto slot) -> auto & { return conditions.condition(slot); });
    }
}

} // namespace lensboard::lens
