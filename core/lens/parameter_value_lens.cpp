#include "core/lens/parameter_value_lens.h"

#include "core/record/message.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace lensboard::lens {

namespace {

constexpr double kMegabyte = 1e6, kMostCopied = 32 * kMegabyte; ///< in a tick: takes a few milliseconds

/// Of a parameter that \p layer has.
const std::vector<std::int64_t> &shapeOf(const record::LayerInfo &layer, const std::string &name)
{
    return std::ranges::find(layer.parameters, name, &record::ParameterInfo::name)->shape;
}

/// Of a matrix in float32.
double bytesCopied(const record::LayerInfo &layer, const std::string &name)
{
    const std::vector<std::int64_t> &shape = shapeOf(layer, name);
    const bool isCopied = preprocessor::ParameterConditionPreprocessor::copies(shape[0], shape[1]);
    return isCopied ? sizeof(float) * static_cast<double>(shape[0]) * static_cast<double>(shape[1]) : 0;
}

stats::Aggregate only(stats::Aggregate::Mode mode, double value)
{
    stats::Aggregate one(mode);
    one.add(value);
    return one;
}

} // namespace

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
      m_mode(settings.mode()), m_method(settings.aggregation)
{}

void ParameterConditionLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    double bytes = 0;
    const double most = gatherers.isSampled() ? kMostCopied : std::numeric_limits<double>::infinity();
    const auto mostCopied = [most, &gatherers] { return std::min(most, gatherers.memoryLeft()); };
    const auto compute = [mode = m_mode, method = m_method, &background = gatherers.background(),
                          account = gatherers.account()](const std::function<double()> &condition) {
        return background.compute(account, [=] { return only(mode, condition()).point(method); });
    };
    for (const std::string &pattern : m_parameters.patterns())
        watchParameters(std::make_unique<preprocessor::ParameterConditionPreprocessor>(compute, mostCopied), gatherers.tap(), layers, pattern,
                        [&](const record::LayerInfo &layer, auto) {
                            std::vector<std::string> parameters = m_parameters.of(layer, pattern);
                            std::erase_if(parameters, [&](const auto &name) { return !isTaken(gatherers, layer, name); });
                            for (const std::string &name : parameters)
                                bytes += bytesCopied(layer, name);
                            return parameters;
                        },
                        [&](hook::ModuleId id, const std::string &parameter, auto &preprocessor, auto slot) {
                            return gatherers.oncePerTick(id, parameter, preprocessor, slot);
                        });
    if (bytes > std::min(most, gatherers.memoryLimit()))
        gatherers.notice(record::message("ParameterCondition looks at layers in turns: their matrices have %1 MB, of which it copies up to %2 MB "
                                         "in a tick.",
                                         std::llround(bytes / kMegabyte), std::llround(std::min(most, gatherers.memoryLimit()) / kMegabyte)));
}

/// A matrix, and not too large a one.
bool ParameterConditionLens::isTaken(gatherer::Gatherers &gatherers, const record::LayerInfo &layer,
                                     const std::string &name) const
{
    const std::vector<std::int64_t> &shape = shapeOf(layer, name);
    if (shape.size() != 2)
        return false;
    const std::int64_t side = std::min(shape[0], shape[1]);
    if (side > m_largest)
        gatherers.notice(record::message("ParameterCondition leaves out layer \"%1\": the shorter side of its %2 has %3 "
                                         "values, the lens takes up to %4 (its setting \"largest\").",
                                         shownName(layer), name, side, m_largest));
    const double bytes = bytesCopied(layer, name);
    if (bytes > gatherers.memoryLimit())
        gatherers.notice(record::message("ParameterCondition leaves out layer \"%1\": to copy its %2 takes %3 MB, and lenses may keep %4 MB "
                                         "(inspector.memory).",
                                         shownName(layer), name, std::llround(bytes / kMegabyte), std::llround(gatherers.memoryLimit() / kMegabyte)));
    return side <= m_largest && bytes <= gatherers.memoryLimit();
}

void ParameterConditionLens::plot(Plotter &out) const
{
    for (std::size_t i = 0; i < watched().size(); ++i) {
        const auto &[preprocessor, layers] = watched()[i];
        Plotter::Plot plot = out.plot(m_tags[i]);
        for (std::size_t slot = 0; slot < layers.size(); ++slot)
            if (const auto &condition = preprocessor->condition(slot); condition.valid())
                plot.line(slot, 0, condition, [&] { return Plotter::Name{layers[slot], toText(m_method)}; });
    }
}

} // namespace lensboard::lens
