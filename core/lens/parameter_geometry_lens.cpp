#include "core/lens/parameter_geometry_lens.h"

#include "core/gatherer/gatherer.h"
#include "core/preprocessor/gradient_geometry_preprocessor.h"
#include "core/preprocessor/parameter_difference_geometry_preprocessor.h"

#include <algorithm>
#include <cctype>

namespace lensboard::lens {

namespace {

std::string capitalised(std::string name)
{
    if (!name.empty())
        name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
    return name;
}

bool hasTrainable(const record::LayerInfo &module, const std::string &parameter)
{
    return std::any_of(module.parameters.begin(), module.parameters.end(),
                       [&](const record::ParameterInfo &p) { return p.name == parameter && p.requiresGrad; });
}

} // namespace

ParameterGeometryLens::ParameterGeometryLens(const std::string &lens, const std::string &quantity,
                                             const experiment::Json &settings)
    : m_aggregation(Aggregation::fromSettings(settings, "line_aggregation", "range_aggregation")),
      m_requireAll(settings.at("require_all").get<bool>())
{
    m_settings.correlation = settings.at("correlation").get<bool>();
    m_settings.normaliseBySize = settings.at("normalise_by_size").get<bool>();
    m_settings.acrossTicks = settings.at("across_ticks").get<bool>();
    m_settings.parity = settings.at("parity").get<bool>();
    m_settings.mode = aggregateMode(settings);
    for (const auto &parameter : settings.at("parameters")) {
        Watched watched;
        watched.name = parameter.get<std::string>();
        const std::string title = capitalised(watched.name) + ' ' + quantity;
        watched.normTag = {title + " Norm", lens, record::TagKind::Numerical, m_settings.normaliseBySize ? "RMS" : "L2 norm"};
        watched.normTag.logY = settings.at("log_scale").get<bool>();
        watched.correlationTag = {title + " Correlation", lens, record::TagKind::Numerical, "cosine"};
        watched.correlationTag.yLimits = std::pair(-1.0, 1.0);
        m_tags.push_back(watched.normTag);
        if (m_settings.correlation)
            m_tags.push_back(watched.correlationTag);
        m_parameters.push_back(std::move(watched));
    }
}

bool ParameterGeometryLens::hasEvery(const record::LayerInfo &module) const
{
    return std::all_of(m_parameters.begin(), m_parameters.end(),
                       [&](const Watched &watched) { return hasTrainable(module, watched.name); });
}

void ParameterGeometryLens::attach(hook::ModelTap &tap, const std::vector<hook::ModuleId> &layers,
                                   const gatherer::InspectorState &state)
{
    for (Watched &watched : m_parameters) {
        watched.preprocessor = makePreprocessor(m_settings);
        for (const hook::ModuleId id : layers) {
            const record::LayerInfo &module = tap.modules()[id];
            if (!hasTrainable(module, watched.name) || (m_requireAll && !hasEvery(module)))
                continue;
            const preprocessor::Slot slot = watched.preprocessor->addLayer();
            m_hooks.push_back(gather(tap, id, watched.name, state, *watched.preprocessor, slot));
            watched.layers.push_back(module.name);
        }
    }
}

void ParameterGeometryLens::detach()
{
    m_hooks.clear();
    for (Watched &watched : m_parameters) {
        watched.layers.clear();
        watched.preprocessor.reset();
    }
}

void ParameterGeometryLens::plotOne(const record::TickStamp &stamp, visualizer::Visualizer &out,
                                    const Watched &watched, bool norm) const
{
    visualizer::Readings readings;
    for (preprocessor::Slot slot = 0; slot < watched.layers.size(); ++slot) {
        visualizer::LayerReading reading{watched.layers[slot], {}, {}};
        appendTo(reading, norm ? watched.preprocessor->norm(slot) : watched.preprocessor->correlation(slot),
                 m_aggregation);
        if (!reading.values.empty() || !reading.ranges.empty())
            readings.push_back(std::move(reading));
    }
    plotUnlessEmpty(out, stamp, norm ? watched.normTag : watched.correlationTag, readings);
}

void ParameterGeometryLens::plot(const record::TickStamp &stamp, visualizer::Visualizer &out) const
{
    for (const Watched &watched : m_parameters) {
        plotOne(stamp, out, watched, true);
        if (m_settings.correlation)
            plotOne(stamp, out, watched, false);
    }
}

void ParameterGeometryLens::endTick()
{
    for (Watched &watched : m_parameters)
        if (watched.preprocessor)
            watched.preprocessor->endTick();
}

void ParameterGeometryLens::skipTick()
{
    for (Watched &watched : m_parameters)
        if (watched.preprocessor)
            watched.preprocessor->skipTick();
}

ParameterGradientGeometryLens::ParameterGradientGeometryLens(const experiment::Json &settings)
    : ParameterGeometryLens("ParameterGradientGeometry", "Gradient", settings)
{}

std::unique_ptr<preprocessor::GeometryPreprocessor>
ParameterGradientGeometryLens::makePreprocessor(const preprocessor::GeometrySettings &settings) const
{
    return std::make_unique<preprocessor::GradientGeometryPreprocessor>(settings);
}

hook::Hook ParameterGradientGeometryLens::gather(hook::ModelTap &tap, hook::ModuleId module,
                                                 const std::string &parameter, const gatherer::InspectorState &state,
                                                 preprocessor::GeometryPreprocessor &preprocessor,
                                                 preprocessor::Slot slot) const
{
    return gatherer::gatherParameterGradient(tap, module, parameter, state, preprocessor, slot);
}

ParameterUpdateGeometryLens::ParameterUpdateGeometryLens(const experiment::Json &settings)
    : ParameterGeometryLens("ParameterUpdateGeometry", "Update", settings)
{}

std::unique_ptr<preprocessor::GeometryPreprocessor>
ParameterUpdateGeometryLens::makePreprocessor(const preprocessor::GeometrySettings &settings) const
{
    return std::make_unique<preprocessor::ParameterDifferenceGeometryPreprocessor>(settings);
}

hook::Hook ParameterUpdateGeometryLens::gather(hook::ModelTap &tap, hook::ModuleId module,
                                               const std::string &parameter, const gatherer::InspectorState &state,
                                               preprocessor::GeometryPreprocessor &preprocessor,
                                               preprocessor::Slot slot) const
{
    return gatherer::gatherOptimizerStep(tap, module, parameter, state, preprocessor, slot);
}

} // namespace lensboard::lens
