#include "core/lens/data_lens.h"

#include "core/experiment/watcher_tags.h"
#include "core/record/message.h"

#include <algorithm>

namespace lensboard::lens {

using preprocessor::BatchStatistics;

namespace {

constexpr const char *kTicks = "ticks";

/// Plots five lines from column \p column on.
void plotNumbers(Plotter::Plot &plot, const std::string &tag, std::size_t column, const BatchStatistics &data)
{
    if (data.notFinite().empty())
        return;
    for (const stats::PointMethod method : {stats::PointMethod::Mean, stats::PointMethod::Std, stats::PointMethod::Min, stats::PointMethod::Max}) {
        if (!data.finite().empty())
            plot.line(0, column, data.finite().point(method), [&] { return Plotter::Name{tag, toText(method)}; });
        ++column;
    }
    plot.line(0, column, data.notFinite().stats().mean(), [&] { return Plotter::Name{tag, record::term("share not finite")}; });
}

/// Plots shares of classes up to the last class with a sample.
void plotClasses(Plotter::Plot &plot, const std::string &tag, const BatchStatistics &data)
{
    const auto shareOf = [](const stats::Aggregate &each) { return each.empty() ? 0 : each.stats().mean(); };
    const std::size_t others = data.classes().size() - 1;
    std::size_t count = others;
    while (count > 0 && shareOf(data.classes()[others]) == 0 && shareOf(data.classes()[count - 1]) == 0)
        --count;
    for (std::size_t i = 0; i < count; ++i)
        plot.line(0, i, shareOf(data.classes()[i]), [&] { return Plotter::Name{tag, record::term("class %1", i)}; });
    if (shareOf(data.classes()[others]) > 0)
        plot.line(0, others, shareOf(data.classes()[others]), [&] { return Plotter::Name{tag, record::term("other classes")}; });
}

} // namespace

DataLens::DataLens(const settings::Data &settings)
    : m_settings(settings), m_tags(experiment::tagsOf(settings)), m_inputs(std::make_unique<BatchStatistics>()),
      m_labels(std::make_unique<BatchStatistics>(settings.classes)), m_predictions(std::make_unique<BatchStatistics>(settings.classes))
{}

void DataLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    m_gatherers = &gatherers;
    m_account = gatherers.account();
    m_isOver = false;
    attachMore(gatherers, layers);
}

void DataLens::attachMore(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    hook::ModelTap &tap = gatherers.tap();
    const auto first = std::ranges::find_if(layers, [&](hook::ModuleId id) { return tap.canWatchForward(id); });
    if (m_isOver || m_hook || (!tap.canWatchForward(0) && first == layers.end()))
        return;
    m_hook = tap.beforeForward(tap.canWatchForward(0) ? 0 : *first, [this](std::span<const Tensor> inputs) {
        if (!inputs.empty() && inputs.front().hasMemory())
            look([&] { m_inputs->addNumbers(inputs.front()); });
    });
    if (tap.canWatchForward(0))
        m_outputHook = tap.afterForward(0, [this](auto, const Tensor &output) { lookAtOutputs(output); });
}

void DataLens::lookAtOutputs(const Tensor &outputs)
{
    constexpr double kNearOne = 1e-3;
    if (outputs.defined() && outputs.hasMemory() && outputs.dim() == 2 && outputs.size(1) > 1 && isFloatingPoint(outputs.type()))
        look([&] {
            m_predictions->addClasses(outputs.argmax(1).masked_fill(outputs.isfinite().all(1).logical_not(), -1));
            m_predictions->addNumbers((outputs >= 0).all(1).logical_and((outputs.sum(std::int64_t{1}) - 1).abs() < kNearOne));
        });
}

/// Runs \p work, with its cost charged, if the current batch is a training batch of a measured tick.
void DataLens::look(const std::function<void()> &work)
{
    if (!m_gatherers || m_isOver || !m_gatherers->state().active || m_gatherers->state().isWithoutSamples || !m_gatherers->isTraining(0))
        return;
    gatherer::Lap lap(m_gatherers->costs());
    work();
    lap.charge(m_account);
}

void DataLens::pushTargets(const Tensor &targets)
{
    if (targets.defined() && targets.hasMemory())
        look([&] { isIntegral(targets.type()) ? m_labels->addClasses(targets) : m_labels->addNumbers(targets); });
}

void DataLens::pushDataWait(double seconds)
{
    const Clock::time_point now = Clock::now();
    if (m_waited && m_gatherers && m_gatherers->state().active) {
        m_waits.add(seconds);
        m_periods.add(std::chrono::duration<double>(now - *m_waited).count());
    }
    m_waited = now;
}

void DataLens::detach()
{
    m_hook.reset();
    m_outputHook.reset();
    m_waited.reset();
    m_gatherers = nullptr;
    clear();
}

void DataLens::clear()
{
    for (BatchStatistics *data : all())
        data->clear();
    m_waits.clear();
    m_periods.clear();
}

void DataLens::plot(Plotter &out) const
{
    for (BatchStatistics *data : all())
        data->take();
    Plotter::Plot inputs = out.plot(m_tags[0]), labels = out.plot(m_tags[1]);
    plotNumbers(inputs, m_tags[0].name, 0, *m_inputs);
    plotClasses(labels, m_tags[1].name, *m_labels);
    plotNumbers(labels, m_tags[1].name, m_labels->classes().size(), *m_labels);
    Plotter::Plot predictions = out.plot(m_tags[2]);
    plotClasses(predictions, m_tags[2].name, *m_predictions);
    if (!m_predictions->finite().empty())
        predictions.line(0, m_predictions->classes().size(), m_predictions->finite().stats().mean(),
                         [&] { return Plotter::Name{m_tags[2].name, record::term("share that sums to 1")}; });
    if (!m_waits.empty() && m_periods.stats().mean() > 0)
        out.plot(m_tags[3]).line(0, 0, std::min(1.0, m_waits.stats().mean() / m_periods.stats().mean()),
                                 [&] { return Plotter::Name{m_tags[3].name, record::term("waiting for data")}; });
}

void DataLens::endTick()
{
    const bool hasAny = !m_inputs->empty() || !m_labels->empty();
    clear();
    if (hasAny && m_settings.when == settings::Data::When::First)
        setOver();
}

void DataLens::setOver()
{
    m_isOver = true;
    m_hook.reset();
    m_outputHook.reset();
}

void DataLens::save(State &state) const
{
    if (m_isOver)
        state.counts[kTicks] = 1;
}

bool DataLens::restore(const State &state, const Resumption &resumption)
{
    const auto ticks = state.count(kTicks);
    if (ticks && *ticks > 0 && resumption.isSameRun)
        setOver();
    return ticks.has_value();
}

void DataLens::forEachAggregate(const std::function<void(stats::Aggregate &)> &use)
{
    for (BatchStatistics *data : all()) {
        data->take();
        data->forEachAggregate(use);
    }
    use(m_waits);
    use(m_periods);
}

} // namespace lensboard::lens
