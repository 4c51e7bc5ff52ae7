#include "core/monitor/monitors.h"

#include "core/record/error.h"
#include "core/record/message.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace lensboard::monitor {

using hook::Hook;
using hook::ModelTap;
using hook::ModuleId;

namespace {

/// Calls \p watch before or after each forward of \p module.
template <typename Watch>
Hook around(ModelTap &tap, ModuleId module, StateMonitor::When when, int order, Watch watch)
{
    tap.requireBoundary(module);
    if (when == StateMonitor::When::BeforeForward)
        return tap.beforeForward(module, [watch](auto) { watch(); }, order);
    return tap.afterForward(module, [watch](auto, const Tensor &) { watch(); }, order);
}

/// Replaces an undefined tensor by zeros. At most one of the two may be undefined.
std::pair<Tensor, Tensor> bothDefined(const Tensor &after, const Tensor &before)
{
    return {after.defined() ? after : zeros_like(before), before.defined() ? before : zeros_like(after)};
}

std::vector<Hook> listOf(Hook first)
{
    std::vector<Hook> hooks;
    hooks.push_back(std::move(first));
    return hooks;
}

} // namespace

InputMonitor::InputMonitor(std::unique_ptr<reducer::Reducer> reducer, const Gate &gate, Filter filter, Map map)
    : Monitor(std::move(reducer), gate), m_filter(std::move(filter)), m_map(std::move(map))
{
    if (!m_filter)
        m_filter = [](std::span<const Tensor> inputs) { return !inputs.empty() && inputs.front().defined(); };
    if (!m_map)
        m_map = [](std::span<const Tensor> inputs) { return Observed{inputs.front()}; };
}

std::vector<Hook> InputMonitor::addHooks(ModelTap &tap, ModuleId module)
{
    const auto watch = [this](std::span<const Tensor> inputs) {
        look([&] {
            if (m_filter(inputs))
                push(m_map(inputs));
        });
    };
    return listOf(tap.beforeForward(module, watch, order()));
}

OutputMonitor::OutputMonitor(std::unique_ptr<reducer::Reducer> reducer, const Gate &gate, Filter filter, Map map, std::size_t which)
    : Monitor(std::move(reducer), gate), m_filter(std::move(filter)), m_map(std::move(map)), m_which(which)
{
    if (!m_filter)
        m_filter = [](const Tensor &output) { return output.defined(); };
    if (!m_map)
        m_map = [](const Tensor &output) { return Observed{output}; };
}

std::vector<Hook> OutputMonitor::addHooks(ModelTap &tap, ModuleId module)
{
    const auto watch = [this](const Tensor &output) {
        look([&] {
            if (m_filter(output))
                push(m_map(output));
        });
    };
    if (m_which == 0)
        return listOf(tap.afterForward(module, [watch](auto, const Tensor &output) { watch(output); }, order()));
    return listOf(tap.onAllOutputs(module, [this, watch](std::span<const Tensor> outputs) {
        if (m_which < outputs.size())
            watch(outputs[m_which]);
    }, order()));
}

StateMonitor::StateMonitor(std::unique_ptr<reducer::Reducer> reducer, std::string attribute, When when, const Gate &gate,
                           Filter filter, Map map)
    : Monitor(std::move(reducer), gate), m_attribute(std::move(attribute)), m_when(when), m_filter(std::move(filter)),
      m_map(std::move(map))
{
    if (!m_filter)
        m_filter = [](const Tensor &state) { return state.defined(); };
    if (!m_map)
        m_map = [](const Tensor &state) { return Observed{state}; };
}

std::vector<Hook> StateMonitor::addHooks(ModelTap &tap, ModuleId module)
{
    const auto watch = [this, state = tap.attribute(module, m_attribute)] {
        look([&] {
            if (const Tensor now = state(); m_filter(now))
                push(m_map(now));
        });
    };
    return listOf(around(tap, module, m_when, order(), watch));
}

struct DifferenceMonitor::Before
{
    bool seen = false;
    Tensor state;
};

DifferenceMonitor::DifferenceMonitor(std::unique_ptr<reducer::Reducer> reducer, std::string attribute, const Gate &gate,
                                     Operation operation, Filter filter, Map map)
    : Monitor(std::move(reducer), gate), m_attribute(std::move(attribute)), m_operation(std::move(operation)),
      m_filter(std::move(filter)), m_map(std::move(map)), m_before(std::make_unique<Before>())
{
    if (!m_operation)
        m_operation = [](const Tensor &after, const Tensor &before) { return after - before; };
    if (!m_filter)
        m_filter = [](const Tensor &after, const Tensor &before) {
            return after.defined() && before.defined() ? after.sizes() == before.sizes() : after.defined() || before.defined();
        };
    if (!m_map)
        m_map = [this](const Tensor &after, const Tensor &before) {
            const auto [now, then] = bothDefined(after, before);
            return Observed{m_operation(now, then)};
        };
}

DifferenceMonitor::~DifferenceMonitor() = default;

void DifferenceMonitor::clear(bool keepShape)
{
    *m_before = {};
    Monitor::clear(keepShape);
}

std::vector<Hook> DifferenceMonitor::addHooks(ModelTap &tap, ModuleId module)
{
    const ModelTap::Attribute state = tap.attribute(module, m_attribute);
    const auto before = [this, state] {
        *m_before = {};
        look([&] {
            const Tensor now = state();
            *m_before = {true, now.defined() ? now.detach().clone() : Tensor()};
        });
    };
    const auto after = [this, state] {
        const Before seen = std::exchange(*m_before, {});
        if (!seen.seen)
            return;
        look([&] {
            Tensor now = state();
            if (now.defined())
                now = now.detach();
            if (m_filter(now, seen.state))
                push(m_map(now, seen.state));
        });
    };
    std::vector<Hook> hooks;
    hooks.push_back(around(tap, module, StateMonitor::When::BeforeForward, order(), before));
    hooks.push_back(around(tap, module, StateMonitor::When::AfterForward, order(), after));
    return hooks;
}

MultiStateMonitor::MultiStateMonitor(std::unique_ptr<reducer::Reducer> reducer, std::string attribute,
                                     std::vector<std::string> subattributes, StateMonitor::When when, const Gate &gate,
                                     Filter filter, Map map)
    : Monitor(std::move(reducer), gate), m_attribute(std::move(attribute)), m_subattributes(std::move(subattributes)),
      m_when(when), m_filter(std::move(filter)), m_map(std::move(map))
{
    if (m_subattributes.empty())
        throw record::InvalidArgument(record::message("subattributes: expected at least one"));
    if (!m_filter)
        m_filter = [](std::span<const Tensor> states) {
            return std::all_of(states.begin(), states.end(), [](const Tensor &state) { return state.defined(); });
        };
    if (!m_map)
        m_map = [](std::span<const Tensor> states) { return Observed(states.begin(), states.end()); };
}

std::vector<Hook> MultiStateMonitor::addHooks(ModelTap &tap, ModuleId module)
{
    const ModuleId owner = tap.submodule(module, m_attribute);
    std::vector<ModelTap::Attribute> attributes;
    for (const std::string &name : m_subattributes)
        attributes.push_back(tap.attribute(owner, name));
    const auto watch = [this, attributes] {
        look([&] {
            std::vector<Tensor> states;
            for (const auto &attribute : attributes)
                states.push_back(attribute());
            if (m_filter(states))
                push(m_map(states));
        });
    };
    return listOf(around(tap, module, m_when, order(), watch));
}

} // namespace lensboard::monitor
