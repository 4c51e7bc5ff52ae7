#include "core/lens/activation_lens.h"

#include <algorithm>
#include <cmath>

namespace lensboard::lens {

namespace {

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

ActivationLens::ActivationLens(const char *kind, const char *warningTag, const experiment::Json &settings)
    : m_kind(kind), m_warn(settings.at("warning_plot").get<bool>()),
      m_showActivation(settings.at("activation").get<bool>()), m_showDeath(settings.at("death").get<bool>()),
      m_activationMethod(pointMethod(settings, "activation_aggregation")),
      m_deathMethod(pointMethod(settings, "death_aggregation"))
{
    if (!m_warn)
        return;
    m_tags.push_back({warningTag, kind, record::TagKind::Probability, "share"});
    m_tags.back().big = true;
}

void ActivationLens::addTag(const std::string &name)
{
    m_tags.insert(m_tags.end() - (m_warn ? 1 : 0), {name, m_kind, record::TagKind::Probability, "share"});
    m_layers.emplace_back();
}

void ActivationLens::watch(hook::Hook hook, std::size_t tag, const std::string &layer)
{
    m_hooks.push_back(std::move(hook));
    m_layers[tag].push_back(layer);
}

void ActivationLens::detach()
{
    m_hooks.clear();
    for (SlotNames &layers : m_layers)
        layers.clear();
}

void ActivationLens::plot(const record::TickStamp &stamp, visualizer::Visualizer &out) const
{
    std::vector<visualizer::LabelledValue> worst;
    for (std::size_t tag = 0; tag < m_layers.size(); ++tag) {
        visualizer::Readings readings;
        for (std::size_t slot = 0; slot < m_layers[tag].size(); ++slot) {
            if (rates(tag).activation(slot).empty())
                continue;
            visualizer::LayerReading reading{m_layers[tag][slot], {}, {}};
            if (m_showActivation) {
                reading.values.push_back({"activation_rate", rates(tag).activation(slot).point(m_activationMethod)});
                keepWorst(worst, reading.values.back(), true);
            }
            if (m_showDeath) {
                reading.values.push_back({"death_rate", rates(tag).death(slot).point(m_deathMethod)});
                keepWorst(worst, reading.values.back(), false);
            }
            if (!reading.values.empty())
                readings.push_back(std::move(reading));
        }
        plotUnlessEmpty(out, stamp, m_tags[tag], readings);
    }
    if (m_warn && !worst.empty())
        out.plot(stamp, m_tags.back(), {{m_tags.back().name, worst, {}}});
}

OutputActivationLens::OutputActivationLens(const experiment::Json &settings)
    : ActivationLens("OutputActivation", "Warning Output Activations", settings), m_types(settings),
      m_settings{settings.at("record_eval").get<bool>(), settings.at("channel_last").get<bool>(),
                 settings.at("eps").get<double>(), aggregateMode(settings)}
{
    addTag("Output Activations");
}

void OutputActivationLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    m_preprocessor = std::make_unique<preprocessor::OutputActivationPreprocessor>(m_settings);
    for (const hook::ModuleId id : layers) {
        const record::LayerInfo &module = gatherers.tap().modules()[id];
        const bool byDefault = isActivation(module.type) || isDropout(module.type);
        if (gatherers.tap().canWatchForward(id) && m_types.includes(module.type, byDefault))
            watch(gatherers.forward(id, *m_preprocessor, m_preprocessor->addLayer()), 0, shownName(module));
    }
}

void OutputActivationLens::detach()
{
    ActivationLens::detach();
    m_preprocessor.reset();
}

void OutputActivationLens::endTick()
{
    if (m_preprocessor)
        m_preprocessor->endTick();
}

ParameterGradientActivationLens::ParameterGradientActivationLens(const experiment::Json &settings)
    : ActivationLens("ParameterGradientActivation", "Warning Gradient Activations", settings),
      m_parameters(settings, ParameterChoice::Which::Trainable), m_eps(settings.at("eps").get<double>()),
      m_mode(aggregateMode(settings))
{
    for (const std::string &name : m_parameters.names())
        addTag(capitalised(name) + " Gradient Activation");
}

void ParameterGradientActivationLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    const auto &names = m_parameters.names();
    m_preprocessors.assign(names.size(), {m_eps, m_mode}); // all before any is handed out: they must not move
    for (std::size_t i = 0; i < names.size(); ++i)
        for (const hook::ModuleId id : layers)
            if (const record::LayerInfo &module = gatherers.tap().modules()[id]; m_parameters.includes(module, names[i]))
                watch(gatherers.parameterGradient(id, names[i], m_preprocessors[i], m_preprocessors[i].addLayer()), i,
                      shownName(module));
}

void ParameterGradientActivationLens::detach()
{
    ActivationLens::detach();
    m_preprocessors.clear();
}

void ParameterGradientActivationLens::endTick()
{
    for (auto &preprocessor : m_preprocessors)
        preprocessor.endTick();
}

} // namespace lensboard::lens
