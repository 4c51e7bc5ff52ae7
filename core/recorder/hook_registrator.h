#pragma once

#include "core/recorder/module_walk.h"
#include "core/recorder/tensor_recorder.h"

#include <functional>
#include <span>
#include <vector>

namespace lensboard::recorder {

/// Registers the caller's own hooks at modules of a model, selected as for recorders. The destructor removes the hooks.
/// Thread: the tap's thread.
/// Source: torchfunc.hooks.registrators.
template <typename Callback>
class HookRegistrator
{
public:
    /// Registers a callback at a module.
    using Watch = std::function<hook::Hook(hook::ModelTap &tap, hook::ModuleId module, Callback callback)>;

    HookRegistrator(Watch watch, Callback callback) : m_watch(std::move(watch)), m_callback(std::move(callback)) {}

    HookRegistrator &modules(hook::ModelTap &tap, const ModuleFilter &filter = {}, hook::ModuleId root = 0)
    {
        return add(tap, modulesOf(tap, filter, root));
    }
    HookRegistrator &children(hook::ModelTap &tap, const ModuleFilter &filter = {}, hook::ModuleId root = 0)
    {
        return add(tap, childrenOf(tap, filter, root));
    }

    std::size_t size() const { return m_hooks.size(); }
    void remove(std::size_t index) { m_hooks.erase(m_hooks.begin() + static_cast<std::ptrdiff_t>(index)); }

private:
    HookRegistrator &add(hook::ModelTap &tap, const std::vector<hook::ModuleId> &modules)
    {
        std::vector<hook::Hook> added;
        for (const hook::ModuleId module : modules)
            added.push_back(m_watch(tap, module, m_callback));
        m_hooks.insert(m_hooks.end(), std::make_move_iterator(added.begin()), std::make_move_iterator(added.end()));
        return *this;
    }

    Watch m_watch;
    Callback m_callback;
    std::vector<hook::Hook> m_hooks;
};

using InputHook = std::function<void(hook::ModuleId module, std::span<const Tensor> inputs)>;
using OutputHook = std::function<void(hook::ModuleId module, std::span<const Tensor> inputs, const Tensor &output)>;
using GradientHook = std::function<void(hook::ModuleId module, const Tensor &gradient)>;

HookRegistrator<InputHook> forwardPreHooks(InputHook hook);
HookRegistrator<OutputHook> forwardHooks(OutputHook hook);
HookRegistrator<GradientHook> backwardInputHooks(GradientHook hook);
HookRegistrator<GradientHook> backwardOutputHooks(GradientHook hook);

} // namespace lensboard::recorder
