#pragma once

#include "core/hook/model_tap.h"
#include "core/reducer/reducer.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace lensboard::monitor {

/// Selects the passes that a monitor observes.
struct Gate
{
    bool training = true;   ///< observe passes in training mode
    bool evaluation = true; ///< observe all other passes
    bool prepend = false;   ///< run before lenses, recorders and other monitors
    /// Called with each observation, to run, time or skip it; empty: runs all.
    std::function<void(const std::function<void()> &look)> through = {};
    std::function<void()> onWithoutMemory = {}; ///< called when an observation is skipped because it has no memory of its own
};

/// Builds a history from a module's forwards: value → filter → map → reducer.
///
/// Observes each forward of the module after registration. The destructor removes its hooks. The tap must outlive the registration.
/// Errors: exceptions of filter, map and reducer propagate out of the forward. LibTorch's operators let no exception out: for a module observed
/// through them, the exception propagates out of the next Inspector::pushLoss(), stepped() or tick().
/// Thread: the tap's thread.
/// Source: inferno Monitor.
class Monitor
{
public:
    virtual ~Monitor() = default;
    Monitor(const Monitor &) = delete;
    Monitor &operator=(const Monitor &) = delete;

    /// Registers the monitor at \p module, and deregisters it from the previous one.
    /// Errors: std::invalid_argument if the module cannot be watched or lacks the attribute; the monitor is then registered nowhere.
    void registerAt(hook::ModelTap &tap, hook::ModuleId module);
    /// Registers the monitor at its last module again.
    /// Errors: std::logic_error if it was never registered.
    void registerAgain();
    /// Removes its hooks; the history stays.
    void deregister();
    /// Returns true between registerAt() and deregister().
    bool registered() const { return !m_hooks.empty(); }
    /// Returns the tap of the registered module; null if not registered.
    const hook::ModelTap *tap() const { return registered() ? m_tap : nullptr; }

    /// Returns the history.
    reducer::Reducer &reducer() const { return *m_reducer; }
    /// Discards all observations, including one from a running forward.
    virtual void clear(bool keepShape = false);

protected:
    /// \p reducer must not be null.
    Monitor(std::unique_ptr<reducer::Reducer> reducer, const Gate &gate);

    /// Registers hooks at \p module.
    virtual std::vector<hook::Hook> addHooks(hook::ModelTap &tap, hook::ModuleId module) = 0;
    /// Returns the order for hooks that the gate asks for.
    int order() const;
    /// Calls \p work if the running forward passes the gate.
    void look(const std::function<void()> &work) const;
    /// Pushes the observation with index 0, and the condition with index 1 if the reducer requires one.
    void push(std::span<const Tensor> observation);

private:
    std::unique_ptr<reducer::Reducer> m_reducer;
    Gate m_gate;
    hook::ModelTap *m_tap = nullptr;
    hook::ModuleId m_module = 0;
    std::vector<hook::Hook> m_hooks;
};

} // namespace lensboard::monitor
