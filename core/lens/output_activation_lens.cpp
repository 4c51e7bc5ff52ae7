#include "core/lens/output_activation_lens.h"

#include "core/gatherer/gatherer.h"
#include "core/lens/aggregation.h"
#include "core/lens/module_types.h"

#include <algorithm>
#include <cmath>

namespace lensboard::lens {

namespace {

stats::PointMethod method(const experiment::Json &settings, const char *key)
{
    return stats::pointMethodFromText(settings.at(key).get<std::string>()).value();
}

bool contains(const std::vector<std::string> &names, const std::string &name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// The least or the greatest, NaN aside.
void keepWorst(std::vector<visualizer::LabelledValue> &worst, const visualizer::LabelledValue &value, bool least)
{
    const std::string label = "worst " + value.label;
    const auto known = std::find_if(worst.begin(), worst.end(), [&](const auto &w) { return w.label == label; });
    if (known == worst.end())
        worst.push_back({label, value.value});
    else
        known->value = least ? std::fmin(known->value, value.value) : std::fmax(known->value, value.value);
}

} // namespace

OutputActivationLens::OutputActivationLens(const experiment::Json &settings)
    : m_showActivation(settings.at("activation").get<bool>()), m_showDeath(settings.at("death").get<bool>()),
      m_include(settings.at("include").get<std::vector<std::string>>()),
      m_exclude(settings.at("exclude").get<std::vector<std::string>>()),
      m_activationMethod(method(settings, "activation_aggregation")),
      m_deathMethod(method(settings, "death_aggregation")),
      m_settings{settings.at("record_eval").get<bool>(), settings.at("channel_last").get<bool>(),
                 settings.at("eps").get<double>(), aggregateMode(settings)}
{
    m_tags.push_back({"Output Activations", "OutputActivation", record::TagKind::Probability, "share"});
    if (settings.at("warning_plot").get<bool>()) {
        m_tags.push_back({"Warning Output Activations", "OutputActivation", record::TagKind::Probability, "share"});
        m_tags.back().big = true;
    }
}

bool OutputActivationLens::isWatched(const std::string &type) const
{
    return !contains(m_exclude, type) && (isActivation(type) || isDropout(type) || contains(m_include, type));
}

void OutputActivationLens::attach(hook::ModelTap &tap, const std::vector<hook::ModuleId> &layers,
                                  const gatherer::InspectorState &state)
{
    m_preprocessor = std::make_unique<preprocessor::OutputActivationPreprocessor>(m_settings);
    for (const hook::ModuleId id : layers) {
        const record::LayerInfo &module = tap.modules()[id];
        if (!isWatched(module.type) || !tap.canWatchForward(id))
            continue;
        m_hooks.push_back(gatherer::gatherForward(tap, id, state, *m_preprocessor, m_preprocessor->addLayer()));
        m_layers.push_back(module.name);
    }
}

void OutputActivationLens::detach()
{
    m_hooks.clear();
    m_layers.clear();
    m_preprocessor.reset();
}

void OutputActivationLens::plot(const record::TickStamp &stamp, visualizer::Visualizer &out) const
{
    visualizer::Readings readings;
    visualizer::LayerReading worst;
    for (preprocessor::Slot slot = 0; slot < m_layers.size(); ++slot) {
        if (m_preprocessor->activation(slot).empty())
            continue;
        visualizer::LayerReading reading{m_layers[slot], {}, {}};
        if (m_showActivation) {
            reading.values.push_back({"activation_rate", m_preprocessor->activation(slot).point(m_activationMethod)});
            keepWorst(worst.values, reading.values.back(), true);
        }
        if (m_showDeath) {
            reading.values.push_back({"death_rate", m_preprocessor->death(slot).point(m_deathMethod)});
            keepWorst(worst.values, reading.values.back(), false);
        }
        if (!reading.values.empty())
            readings.push_back(std::move(reading));
    }
    plotUnlessEmpty(out, stamp, m_tags.front(), readings);
    if (m_tags.size() > 1 && !readings.empty()) {
        worst.layer = m_tags.back().name;
        out.plot(stamp, m_tags.back(), {worst});
    }
}

void OutputActivationLens::endTick()
{
    if (m_preprocessor)
        m_preprocessor->endTick();
}

} // namespace lensboard::lens
