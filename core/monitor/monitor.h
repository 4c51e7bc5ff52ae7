#pragma once

#include "core/hook/model_tap.h"
#include "core/reducer/reducer.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace lensboard::monitor {

/// When a monitor looks.
struct Gate
{
    bool training = true;   ///< in passes where the module trains
    bool evaluation = true; ///< in all others
    bool prepend = false;   ///< before lenses, recorders and other monitors
    /// Each look goes through here, to be done, timed or left out; empty: it is done.
    std::function<void(const std::function<void()> &look)> through = {};
};

/// Makes what a module's forward shows into a history: value → filter → map → reducer.
///
/// Registered at a module it looks at each of its forwards; destroyed, it leaves no hook. The tap outlives the
/// registration.
/// Errors: exceptions of filter, map and reducer propagate out of the forward. LibTorch's operators let none out: where the module is
///         watched through them, they propagate out of the next Inspector::pushLoss(), stepped() or tick().
/// Thread: that of the tap.
/// Source: inferno Monitor.
class Monitor
{
public:
    virtual ~Monitor() = default;
    Monitor(const Monitor &) = delete;
    Monitor &operator=(const Monitor &) = delete;

    /// Deregisters it where it was, and registers it at \p module.
    /// Errors: std::invalid_argument if that cannot be watched, or has no such attribute; the monitor is registered nowhere then.
    void registerAt(hook::ModelTap &tap, hook::ModuleId module);
    /// Registers it where it was last.
    /// Errors: std::logic_error if it never was anywhere.
    void registerAgain();
    void deregister();
    bool registered() const { return !m_hooks.empty(); }
    /// Of the module where it is registered; null if it is at none.
    const hook::ModelTap *tap() const { return registered() ? m_tap : nullptr; }

    reducer::Reducer &reducer() const { return *m_reducer; }
    /// Forgets what it saw, also of a forward that runs.
    virtual void clear(bool keepShape = false);

protected:
    Monitor(std::unique_ptr<reducer::Reducer> reducer, const Gate &gate);

    /// Registers hooks at \p module.
    virtual std::vector<hook::Hook> addHooks(hook::ModelTap &tap, hook::ModuleId module) = 0;
    int order() const;
    /// Does \p work if a forward that runs now is one to look at.
    void look(const std::function<void()> &work) const;
    /// An observation, and beside it the condition if the reducer asks for one.
    void push(std::span<const Tensor> observation);

private:
    std::unique_ptr<reducer::Reducer> m_reducer;
    Gate m_gate;
    hook::ModelTap *m_tap = nullptr;
    hook::ModuleId m_module = 0;
    std::vector<hook::Hook> m_hooks;
};

} // namespace lensboard::monitor
