#pragma once

#include "core/monitor/monitor.h"

#include <string>

namespace lensboard::monitor {

/// What a map hands to the reducer: an observation, and beside it the condition if that asks for one.
using Observed = std::vector<Tensor>;

/// The inputs of a module, before its forward. Without a filter all that there are; without a map the first.
class InputMonitor final : public Monitor
{
public:
    using Filter = std::function<bool(std::span<const Tensor> inputs)>;
    using Map = std::function<Observed(std::span<const Tensor> inputs)>;

    explicit InputMonitor(std::unique_ptr<reducer::Reducer> reducer, const Gate &gate = {}, Filter filter = {}, Map map = {});

protected:
    std::vector<hook::Hook> addHooks(hook::ModelTap &tap, hook::ModuleId module) override;

private:
    Filter m_filter;
    Map m_map;
};

/// A module's output, one tensor if it is several.
class OutputMonitor final : public Monitor
{
public:
    using Filter = std::function<bool(const Tensor &output)>;
    using Map = std::function<Observed(const Tensor &output)>;

    /// \p which: of several tensors, from 0; where there are fewer it sees nothing. Another than the first comes after all lenses.
    explicit OutputMonitor(std::unique_ptr<reducer::Reducer> reducer, const Gate &gate = {}, Filter filter = {}, Map map = {},
                           std::size_t which = 0);

protected:
    std::vector<hook::Hook> addHooks(hook::ModelTap &tap, hook::ModuleId module) override;

private:
    Filter m_filter;
    Map m_map;
    std::size_t m_which;
};

/// A parameter or buffer, by its dotted path from the module, after each forward or before it. Without a filter whenever it
/// is there.
class StateMonitor final : public Monitor
{
public:
    using Filter = std::function<bool(const Tensor &state)>;
    using Map = std::function<Observed(const Tensor &state)>;
    enum class When { BeforeForward, AfterForward };

    StateMonitor(std::unique_ptr<reducer::Reducer> reducer, std::string attribute, When when = When::AfterForward,
                 const Gate &gate = {}, Filter filter = {}, Map map = {});

protected:
    std::vector<hook::Hook> addHooks(hook::ModelTap &tap, hook::ModuleId module) override;

private:
    std::string m_attribute;
    When m_when;
    Filter m_filter;
    Map m_map;
};

/// How a forward changes a parameter or buffer. What it was before is copied, since it may change in place; where it is
/// missing on one side it counts as zeros there. Without a filter it is passed on unless it is missing on both, or has another
/// shape than before.
class DifferenceMonitor final : public Monitor
{
public:
    using Filter = std::function<bool(const Tensor &after, const Tensor &before)>;
    using Map = std::function<Observed(const Tensor &after, const Tensor &before)>;
    /// Of two tensors that are there.
    using Operation = std::function<Tensor(const Tensor &after, const Tensor &before)>;

    /// Without \p map what \p operation makes of the two; without that after - before.
    DifferenceMonitor(std::unique_ptr<reducer::Reducer> reducer, std::string attribute, const Gate &gate = {},
                      Operation operation = {}, Filter filter = {}, Map map = {});
    ~DifferenceMonitor() override;

    void clear(bool keepShape = false) override;

protected:
    std::vector<hook::Hook> addHooks(hook::ModelTap &tap, hook::ModuleId module) override;

private:
    struct Before;
    std::string m_attribute;
    Operation m_operation;
    Filter m_filter;
    Map m_map;
    std::unique_ptr<Before> m_before; ///< of the forwards that run
};

/// Several tensors of the module that \p attribute leads to, after each forward or before it: by default the first is what is
/// observed, the second, if there is one, its condition. Without a filter whenever all are there.
class MultiStateMonitor final : public Monitor
{
public:
    using Filter = std::function<bool(std::span<const Tensor> states)>;
    using Map = std::function<Observed(std::span<const Tensor> states)>;

    MultiStateMonitor(std::unique_ptr<reducer::Reducer> reducer, std::string attribute, std::vector<std::string> subattributes,
                      StateMonitor::When when = StateMonitor::When::AfterForward, const Gate &gate = {}, Filter filter = {},
                      Map map = {});

protected:
    std::vector<hook::Hook> addHooks(hook::ModelTap &tap, hook::ModuleId module) override;

private:
    std::string m_attribute;
    std::vector<std::string> m_subattributes;
    StateMonitor::When m_when;
    Filter m_filter;
    Map m_map;
};

} // namespace lensboard::monitor
