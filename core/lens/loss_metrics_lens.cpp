#include "core/lens/loss_metrics_lens.h"

#include "core/experiment/watcher_tags.h"
#include "core/record/message.h"

#include <algorithm>

namespace lensboard::lens {

namespace {

constexpr const char *kTrainLoss = "train_loss";
constexpr const char *kEvaluationLoss = "val_loss";

void append(visualizer::LayerReading &reading, const preprocessor::ExplicitCallPreprocessor &pushed,
            const Aggregation &aggregation)
{
    for (const auto &[name, values] : pushed.values())
        appendTo(reading, values, aggregation, name + ' ');
}

} // namespace

LossMetricsLens::LossMetricsLens(const experiment::Choice &lens)
    : m_tags(experiment::tagsOf(lens)), m_wanted(lens.get<std::vector<std::string>>("metrics")),
      m_lossModule(lens.get<std::string>("loss_module")), m_parity(lens.get<bool>("parity")),
      m_lossAggregation(Aggregation::fromSettings(lens.settings, "loss_line", "loss_range")),
      m_metricsAggregation(Aggregation::fromSettings(lens.settings, "metrics_line", "metrics_range")),
      m_losses(aggregateMode(lens.settings)), m_metrics(aggregateMode(lens.settings)), m_moduleLoss(aggregateMode(lens.settings))
{}

void LossMetricsLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &)
{
    m_gatherers = &gatherers;
    if (m_lossModule.empty())
        return;
    const auto &modules = gatherers.tap().modules();
    const auto found = std::find_if(modules.begin(), modules.end(),
                                    [&](const record::LayerInfo &module) { return module.name == m_lossModule; });
    const auto id = static_cast<hook::ModuleId>(found - modules.begin());
    if (found != modules.end() && gatherers.tap().canWatchForward(id))
        m_hook = gatherers.forward(id, m_moduleLoss, 0);
    else
        gatherers.notice(record::message("LossMetrics: the model has no module \"%1\" that can be watched (its setting "
                                         "\"loss_module\"); the loss is not shown.",
                                         m_lossModule));
}

void LossMetricsLens::detach()
{
    m_hook.reset();
    m_gatherers = nullptr;
    endTick();
}

void LossMetricsLens::pushLoss(double value, Phase phase)
{
    if (listening() && m_lossModule.empty())
        m_losses.push(phase == Phase::Train ? kTrainLoss : kEvaluationLoss, value);
}

void LossMetricsLens::pushMetric(const std::string &name, double value)
{
    if (wantsPushes() && isWanted(name))
        m_metrics.push(name, value);
}

bool LossMetricsLens::isWanted(const std::string &metric) const
{
    return m_wanted.empty() || std::find(m_wanted.begin(), m_wanted.end(), metric) != m_wanted.end();
}

void LossMetricsLens::plot(const record::TickStamp &stamp, visualizer::Visualizer &out) const
{
    if (m_moduleLoss.passedOver() > 0)
        m_gatherers->notice(record::message("LossMetrics: the module \"%1\" (its setting \"loss_module\") puts out something else than one "
                                            "number; that loss is not shown.",
                                            m_lossModule));
    std::vector<visualizer::LayerReading> readings;
    for (const record::TagSpec &tag : m_tags)
        readings.push_back({tag.name, {}, {}});
    append(readings.front(), m_losses, m_lossAggregation);
    appendTo(readings.front(), m_moduleLoss.training(), m_lossAggregation, std::string(kTrainLoss) + ' ');
    appendTo(readings.front(), m_moduleLoss.evaluation(), m_lossAggregation, std::string(kEvaluationLoss) + ' ');
    if (m_wanted.empty())
        append(readings.back(), m_metrics, m_metricsAggregation);
    for (const std::string &name : m_wanted)
        if (const stats::Aggregate *values = m_metrics.find(name))
            appendTo(readings.back(), *values, m_metricsAggregation, name + ' ');
    for (std::size_t i = 0; i < m_tags.size(); ++i)
        if (!readings[i].values.empty() || !readings[i].ranges.empty())
            out.plot(stamp, m_tags[i], {readings[i]});
}

void LossMetricsLens::skipTick()
{
    if (!m_parity)
        endTick();
}

void LossMetricsLens::endTick()
{
    m_losses.endTick();
    m_metrics.endTick();
    m_moduleLoss.endTick();
}

} // namespace lensboard::lens
