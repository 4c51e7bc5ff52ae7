#include "core/lens/loss_metrics_lens.h"

#include "core/experiment/watcher_tags.h"
#include "core/record/message.h"

#include <algorithm>
#include <utility>

namespace lensboard::lens {

namespace {

constexpr const char *kTrainLoss = "train_loss";
constexpr const char *kEvaluationLoss = "val_loss";

constexpr const char *kLoss = "loss ", *kMetric = "metric "; ///< distinguish a loss from a metric of the same name in one plot

/// Plots one aggregate of a big tag, with labels that begin with \p name.
void plotNamed(Plotter &out, const record::TagSpec &tag, const char *kind, const std::string &name, const stats::Aggregate &values,
               const Aggregation &aggregation)
{
    Plotter::Plot plot = out.plot(tag);
    plotValues(plot, plot.rowOf(kind + name), tag.name, values, aggregation, name + ' ');
}

void plotNamed(Plotter &out, const record::TagSpec &tag, const char *kind, const preprocessor::ExplicitCallPreprocessor &pushed,
               const Aggregation &aggregation)
{
    for (const auto &[name, values] : pushed.values())
        plotNamed(out, tag, kind, name, values, aggregation);
}

} // namespace

LossMetricsLens::LossMetricsLens(settings::LossMetrics settings)
    : m_settings(std::move(settings)), m_tags(experiment::tagsOf(m_settings)), m_losses(m_settings.mode()), m_metrics(m_settings.mode()),
      m_moduleLoss(m_settings.mode())
{}

void LossMetricsLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &)
{
    m_gatherers = &gatherers;
    if (m_settings.lossModule.empty())
        return;
    const auto &modules = gatherers.tap().modules();
    const auto found = std::find_if(modules.begin(), modules.end(),
                                    [&](const record::LayerInfo &module) { return module.name == m_settings.lossModule; });
    const auto id = static_cast<hook::ModuleId>(found - modules.begin());
    if (found != modules.end() && gatherers.tap().canWatchForward(id))
        m_hook = gatherers.forward(id, m_moduleLoss, 0);
    else
        gatherers.notice(record::message("LossMetrics: the model has no module \"%1\" that can be watched (its setting "
                                         "\"loss_module\"); the loss is not shown.",
                                         m_settings.lossModule));
}

void LossMetricsLens::detach()
{
    m_hook.reset();
    m_gatherers = nullptr;
    endTick();
}

void LossMetricsLens::pushLoss(double value, Phase phase)
{
    if (listening() && m_settings.lossModule.empty())
        m_losses.push(phase == Phase::Train ? kTrainLoss : kEvaluationLoss, value);
}

void LossMetricsLens::pushMetric(const std::string &name, double value)
{
    if (wantsPushes() && isWanted(name))
        m_metrics.push(name, value);
}

bool LossMetricsLens::isWanted(const std::string &metric) const
{
    return m_settings.metrics.empty() || std::find(m_settings.metrics.begin(), m_settings.metrics.end(), metric) != m_settings.metrics.end();
}

void LossMetricsLens::plot(Plotter &out) const
{
    if (m_moduleLoss.skipped() > 0)
        m_gatherers->notice(record::message("LossMetrics: the module \"%1\" (its setting \"loss_module\") puts out something else than one "
                                            "number; that loss is not shown.",
                                            m_settings.lossModule));
    const record::TagSpec &losses = m_tags.front(), &metrics = m_tags.back();
    plotNamed(out, losses, kLoss, m_losses, m_settings.loss);
    plotNamed(out, losses, kLoss, kTrainLoss, m_moduleLoss.training(), m_settings.loss);
    plotNamed(out, losses, kLoss, kEvaluationLoss, m_moduleLoss.evaluation(), m_settings.loss);
    if (m_settings.metrics.empty())
        plotNamed(out, metrics, kMetric, m_metrics, m_settings.ofMetrics);
    for (const std::string &name : m_settings.metrics)
        if (const stats::Aggregate *values = m_metrics.find(name))
            plotNamed(out, metrics, kMetric, name, *values, m_settings.ofMetrics);
}

void LossMetricsLens::skipTick()
{
    if (!m_settings.parity)
        endTick();
}

void LossMetricsLens::endTick()
{
    m_losses.endTick();
    m_metrics.endTick();
    m_moduleLoss.endTick();
}

} // namespace lensboard::lens
