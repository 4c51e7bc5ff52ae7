#pragma once

#include "core/monitor/monitor.h"

#include <string>

namespace lensboard::monitor {

/// Result of a map for the reducer: an observation, then a condition if the reducer requires one.
using Observed = std::vector<Tensor>;

/// Observes the inputs of a module before its forward. Without a filter accepts all inputs; without a map takes the first.
class InputMonitor final : public Monitor
{
public:
    /// Returns true for values to observe.
    using Filter = std::function<bool(std::span<const Tensor> inputs)>;
    /// Computes the observation.
    using Map = std::function<Observed(std::span<const Tensor> inputs)>;

    /// \p gate selects passes; \p filter and \p map are applied in this order.
    explicit InputMonitor(std::unique_ptr<reducer::Reducer> reducer, const Gate &gate = {}, Filter filter = {}, Map map = {});

protected:
    std::vector<hook::Hook> addHooks(hook::ModelTap &tap, hook::ModuleId module) override;

private:
    Filter m_filter;
    Map m_map;
};

/// Observes a module's output: one tensor, even if the output has several.
class OutputMonitor final : public Monitor
{
public:
    /// Returns true for values to observe.
    using Filter = std::function<bool(const Tensor &output)>;
    /// Computes the observation.
    using Map = std::function<Observed(const Tensor &output)>;

    /// Observes the output tensor with the given index, from 0; nothing if there are fewer. An index above 0 is observed after all lenses.
    explicit OutputMonitor(std::unique_ptr<reducer::Reducer> reducer, const Gate &gate = {}, Filter filter = {}, Map map = {},
                           std::size_t which = 0);

protected:
    std::vector<hook::Hook> addHooks(hook::ModelTap &tap, hook::ModuleId module) override;

private:
    Filter m_filter;
    Map m_map;
    std::size_t m_which;
};

/// Observes a parameter or buffer, given by its dotted path from the module, before or after each forward. Without a filter accepts every
/// existing tensor.
class StateMonitor final : public Monitor
{
public:
    /// Returns true for values to observe.
    using Filter = std::function<bool(const Tensor &state)>;
    /// Computes the observation.
    using Map = std::function<Observed(const Tensor &state)>;
    /// Time of the observation.
    enum class When { BeforeForward, AfterForward };

    /// \p attribute: dotted path from the module.
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

/// Observes how a forward changes a parameter or buffer. Copies the earlier value, since it may change in place; a tensor that is missing on one
/// side counts as zeros. Without a filter, skips a tensor missing on both sides or with a changed shape.
class DifferenceMonitor final : public Monitor
{
public:
    /// Returns true for values to observe.
    using Filter = std::function<bool(const Tensor &after, const Tensor &before)>;
    /// Computes the observation.
    using Map = std::function<Observed(const Tensor &after, const Tensor &before)>;
    /// Called with two existing tensors.
    using Operation = std::function<Tensor(const Tensor &after, const Tensor &before)>;

    /// Without \p map, observes the result of \p operation; without both, after - before.
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
    std::unique_ptr<Before> m_before; ///< values before the running forwards
};

/// Observes several tensors of the module at \p attribute, before or after each forward. By default the first is the observation and the second,
/// if any, its condition. Without a filter, requires that all exist.
class MultiStateMonitor final : public Monitor
{
public:
    /// Returns true for values to observe.
    using Filter = std::function<bool(std::span<const Tensor> states)>;
    /// Computes the observation.
    using Map = std::function<Observed(std::span<const Tensor> states)>;

    /// \p subattributes: names below \p attribute, a module; an empty \p attribute is the registered module itself.
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
