#include "core/lens/monitor_lens.h"

#include "core/experiment/watcher_tags.h"
#include "core/lens/aggregation.h"
#include "core/monitor/monitors.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/text_number.h"
#include "core/reducer/reducer_factory.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <variant>

namespace lensboard::lens {

using monitor::Observed;
using monitor::StateMonitor;

namespace {

constexpr const char *kHistory = "history"; ///< key of the states in a checkpoint

/// Plots norm, mean, and the least and greatest finite value of \p state.
void plotState(Plotter &out, const record::TagSpec &tag, const Tensor &state)
{
    const Tensor all = state.to(ElementType::Float64).flatten();
    const Tensor finite = all.masked_select(all.isfinite());
    Plotter::Plot plot = out.plot(tag);
    plot.line(0, 0, all.norm().item(), [&] { return Plotter::Name{tag.name, "norm"}; });
    plot.line(0, 1, all.mean().item(), [&] { return Plotter::Name{tag.name, "mean"}; });
    if (finite.numel() < all.numel())
        plot.line(0, 2, static_cast<double>(all.numel() - finite.numel()), [&] { return Plotter::Name{tag.name, visualizer::kNonFiniteLabel}; });
    if (finite.numel() > 0)
        plot.band(0, 3, finite.min().item(), finite.max().item(),
                  [&] { return Plotter::BandName{tag.name, "min", "max"}; });
}

/// Plots norm and mean of an earlier state.
void plotLagged(Plotter &out, const record::TagSpec &tag, const Tensor &state, const std::string &suffix)
{
    const Tensor all = state.to(ElementType::Float64);
    Plotter::Plot plot = out.plot(tag);
    const std::size_t row = plot.rowOf(suffix) + 1; // row 0 is the newest state
    plot.line(row, 0, all.norm().item(), [&] { return Plotter::Name{tag.name, "norm" + suffix}; });
    plot.line(row, 1, all.mean().item(), [&] { return Plotter::Name{tag.name, "mean" + suffix}; });
}

} // namespace

MonitorLens::MonitorLens(const settings::Monitor &monitor)
    : m_kind(monitor), m_settings(std::visit([](const auto &settings) -> const settings::AnyMonitor & { return settings; }, m_kind)),
      m_tags(experiment::tagsOf(monitor))
{
    if (m_settings.tensors)
        m_shelf = std::make_unique<TensorShelf>(m_tags.back(), m_settings.limitBytes());
}

MonitorLens::~MonitorLens() = default;

Tensor MonitorLens::overBatch(const Tensor &tensor) const
{
    if (m_settings.overBatch == settings::AnyMonitor::OverBatch::Keep || tensor.dim() == 0)
        return tensor;
    return reducer::inStatePrecision(tensor).mean(0);
}

/// Clears the history if the shape changes, as with a smaller last batch.
std::vector<Tensor> MonitorLens::observed(const Tensor &tensor)
{
    const Tensor now = overBatch(tensor), before = m_monitor->reducer().peek();
    if (before.defined() && before.sizes() != now.sizes()) {
        const bool hintsAtMean = m_settings.overBatch == settings::AnyMonitor::OverBatch::Keep;
        m_gatherers->notice(
            hintsAtMean ? record::message("\"%1\" restarted its history, because a tensor's shape changed; over_batch \"mean\" makes the "
                                          "shape independent of the batch size.",
                                          m_settings.name)
                        : record::message("\"%1\" restarted its history, because a tensor's shape changed.", m_settings.name));
        m_monitor->clear();
        m_observationsBefore = 0;
    }
    return {now};
}

std::unique_ptr<monitor::Monitor> MonitorLens::makeMonitor(const monitor::Gate &gate)
{
    auto reducer = reducer::makeReducer(m_settings.reducer);
    const auto map = [this](const Tensor &tensor) { return observed(tensor); };
    const auto whenOf = [](settings::When when) {
        return when == settings::When::Before ? StateMonitor::When::BeforeForward : StateMonitor::When::AfterForward;
    };
    return std::visit(settings::Overloaded{
        [&](const settings::InputMonitor &input) -> std::unique_ptr<monitor::Monitor> {
            const auto which = static_cast<std::size_t>(input.input);
            return std::make_unique<monitor::InputMonitor>(
                std::move(reducer), gate, [which](std::span<const Tensor> inputs) { return which < inputs.size(); },
                [map, which](std::span<const Tensor> inputs) { return map(inputs[which]); });
        },
        [&](const settings::OutputMonitor &output) -> std::unique_ptr<monitor::Monitor> {
            return std::make_unique<monitor::OutputMonitor>(std::move(reducer), gate, nullptr, map, static_cast<std::size_t>(output.output));
        },
        [&](const settings::StateMonitor &state) -> std::unique_ptr<monitor::Monitor> {
            return std::make_unique<StateMonitor>(std::move(reducer), state.attribute, whenOf(state.when), gate, nullptr, map);
        },
        [&](const settings::DifferenceMonitor &difference) -> std::unique_ptr<monitor::Monitor> {
            return std::make_unique<monitor::DifferenceMonitor>(
                std::move(reducer), difference.attribute, gate, nullptr, nullptr, [this](const Tensor &after, const Tensor &before) {
                    if (!after.defined() || !before.defined()) // a missing tensor counts as zeros
                        return observed(after.defined() ? after : -before);
                    return observed(reducer::inStatePrecision(after) - reducer::inStatePrecision(before));
                });
        },
        [&](const settings::MultiStateMonitor &states) -> std::unique_ptr<monitor::Monitor> {
            return std::make_unique<monitor::MultiStateMonitor>(
                std::move(reducer), states.attribute, states.subattributes, whenOf(states.when), gate, nullptr,
                [this](std::span<const Tensor> seen) { return Observed{observed(seen[0]).front(), overBatch(seen[1] != 0)}; });
        },
    }, m_kind);
}

void MonitorLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &)
{
    m_gatherers = &gatherers;
    monitor::Gate gate{m_settings.training, m_settings.evaluation, m_settings.prepend, {}, {}};
    gate.through = [this, &gatherers, account = gatherers.account()](const std::function<void()> &look) {
        if (!gatherers.state().active)
            return;
        gatherer::Lap lap(gatherers.costs(), gatherers.tap().isTraining(0));
        look();
        lap.charge(account);
    };
    gate.onWithoutMemory = [this] { m_gatherers->notice(withoutMemoryMessage(m_settings.name)); };
    m_monitor = makeMonitor(gate);
    registerMonitor();
}

/// Registers the monitor at its module; adds a notice if the module does not exist.
void MonitorLens::registerMonitor()
{
    hook::ModelTap &tap = m_gatherers->tap();
    try {
        const hook::ModuleId module = tap.submodule(0, m_settings.module);
        m_layer = shownName(tap.modules()[module]);
        m_monitor->registerAt(tap, module);
    } catch (const std::invalid_argument &error) {
        m_gatherers->notice(record::message("\"%1\" watches nothing: %2.", m_settings.name, record::messageOf(error)));
    }
}

/// Registers the monitor if its module is one of the new \p layers.
void MonitorLens::attachMore(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    const auto isMeant = [&](hook::ModuleId id) { return gatherers.tap().modules()[id].name == m_settings.module; };
    if (!m_monitor->registered() && std::ranges::any_of(layers, isMeant))
        registerMonitor();
}

void MonitorLens::detach()
{
    m_monitor.reset();
    m_observationsBefore = 0;
}

/// Returns the lags of the settings, or by default that of the oldest kept state. Omits states that were not observed yet.
std::vector<double> MonitorLens::lags() const
{
    const reducer::Reducer &reducer = m_monitor->reducer();
    const settings::AnyReducer &kept = std::visit([](const settings::AnyReducer &any) -> const settings::AnyReducer & { return any; },
                                                  m_settings.reducer);
    std::vector<double> lags = m_settings.lags;
    if (lags.empty() && kept.oldest() > 0)
        lags.push_back(kept.oldest());
    std::erase_if(lags, [&](double lag) { return std::ceil(lag / kept.stepTime) >= static_cast<double>(reducer.filled()); });
    return lags;
}

void MonitorLens::plot(Plotter &out) const
{
    const reducer::Reducer &reducer = m_monitor->reducer();
    if (reducer.observations() == m_observationsBefore || reducer.peek().numel() == 0)
        return;
    const char *const kind = std::visit([](const auto &settings) { return settings.kKind; }, m_settings.reducer);
    plotState(out, m_tags.front(), reducer.peek());
    if (m_shelf)
        m_shelf->add(m_layer, kind, reducer.peek());
    for (const double lag : lags()) {
        const Tensor state = reducer.view(lag);
        const std::string suffix = ' ' + record::term("%1 ago", record::numberText(lag));
        plotLagged(out, m_tags.front(), state, suffix);
        if (m_shelf)
            m_shelf->add(m_layer, kind + suffix, state);
    }
    if (!m_shelf)
        return;
    m_shelf->plot(out);
    if (const record::Message complaint = m_shelf->complaint(); !complaint.empty())
        m_gatherers->notice(complaint);
}

void MonitorLens::endTick()
{
    m_observationsBefore = m_monitor->reducer().observations();
}

void MonitorLens::save(State &state) const
{
    const reducer::Reducer &reducer = m_monitor->reducer();
    state.counts["observations"] = static_cast<std::int64_t>(reducer.observations());
    state.counts["observations before the tick"] = static_cast<std::int64_t>(m_observationsBefore);
    if (reducer.observations() > 0)
        state.tensors.emplace_back(kHistory, reducer.dump().narrow(0, 0, static_cast<std::int64_t>(reducer.filled())));
    if (m_shelf)
        m_shelf->save(state);
}

bool MonitorLens::restore(const State &state, const Resumption &resumption)
{
    const auto observations = state.count("observations"), before = state.count("observations before the tick");
    const bool hasState = state.tensors.size() == 1 && isDense(state.tensors.front().second);
    if (!observations || !before || (*observations > 0) != hasState)
        return false;
    if (hasState) {
        const auto &[name, tensor] = state.tensors.front();
        const Tensor states = name == kHistory ? tensor : tensor.unsqueeze(0); // older checkpoints have only the newest state
        if (states.dim() == 0 || states.size(0) < 1 || states.size(0) > static_cast<std::int64_t>(m_monitor->reducer().history().length()))
            return false;
        m_monitor->reducer().restore(states, static_cast<std::size_t>(*observations));
    }
    if (m_shelf && !m_shelf->restore(state, resumption)) {
        m_monitor->clear();
        return false;
    }
    m_observationsBefore = static_cast<std::size_t>(*before);
    return true;
}

} // namespace lensboard::lens
