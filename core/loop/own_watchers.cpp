#include "core/loop/own_watchers.h"

#include "core/record/message.h"

#include <stdexcept>
#include <utility>

namespace lensboard {

namespace {

/// The run says why what cannot be registered is not.
template <typename Register>
void tryTo(gatherer::Gatherers &gatherers, const std::string &module, const Register &registerAt)
{
    try {
        registerAt(gatherers.tap(), gatherers.tap().submodule(0, module));
    } catch (const std::invalid_argument &error) {
        gatherers.notice(record::message("\"%1\" watches nothing: %2.", module, error.what()));
    }
}

} // namespace

void OwnMonitor::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &)
{
    tryTo(gatherers, m_module, [this](hook::ModelTap &tap, hook::ModuleId module) {
        m_monitor->registerAt(tap, module);
        m_tap = &tap;
    });
}

/// The module that is meant may be one of \p layers.
void OwnMonitor::attachMore(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    if (!m_monitor->registered())
        attach(gatherers, layers);
}

/// Leaves it where another model has it by now.
void OwnMonitor::detach()
{
    if (m_tap && m_monitor->tap() == m_tap)
        m_monitor->deregister();
    m_tap = nullptr;
}

/// Of modules whose forward cannot be observed, there is nothing to record.
void OwnRecorder::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &)
{
    tryTo(gatherers, m_module, [this](hook::ModelTap &tap, hook::ModuleId root) {
        std::vector<hook::ModuleId> modules = recorder::modulesOf(tap, m_filter, root);
        std::erase_if(modules, [&tap](hook::ModuleId id) { return !tap.canWatchForward(id); });
        m_recorder->record(tap, modules, m_model);
        m_tap = &tap;
    });
}

void OwnRecorder::detach()
{
    if (const hook::ModelTap *const tap = std::exchange(m_tap, nullptr))
        m_recorder->deregister(*tap);
}

} // namespace lensboard
