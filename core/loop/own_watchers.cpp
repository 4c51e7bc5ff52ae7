#include "core/loop/own_watchers.h"

#include "core/record/error.h"
#include "core/record/message.h"

#include <stdexcept>
#include <utility>

namespace lensboard {

namespace {

/// Turns a failed registration into a notice of the run.
template <typename Register>
void tryTo(gatherer::Gatherers &gatherers, const std::string &module, const Register &registerAt)
{
    try {
        registerAt(gatherers.tap(), gatherers.tap().submodule(0, module));
    } catch (const std::invalid_argument &error) {
        gatherers.notice(record::message("\"%1\" watches nothing: %2.", module, record::messageOf(error)));
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

/// Registers the monitor if its module is one of the new \p layers.
void OwnMonitor::attachMore(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    if (!m_monitor->registered())
        attach(gatherers, layers);
}

/// Stays registered if another model has taken it over.
void OwnMonitor::detach()
{
    if (m_tap && m_monitor->tap() == m_tap)
        m_monitor->deregister();
    m_tap = nullptr;
}

void OwnRecorder::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    m_known = 0;
    attachMore(gatherers, layers);
}

/// Records new modules of the tap, at any depth, if their forward can be observed.
void OwnRecorder::attachMore(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &)
{
    tryTo(gatherers, m_module, [this](hook::ModelTap &tap, hook::ModuleId root) {
        std::vector<hook::ModuleId> modules = recorder::modulesOf(tap, m_filter, root);
        std::erase_if(modules, [&](hook::ModuleId id) { return id < m_known || !tap.canWatchForward(id); });
        m_recorder->record(tap, modules, m_model);
        m_tap = &tap;
        m_known = tap.modules().size();
    });
}

void OwnRecorder::detach()
{
    if (const hook::ModelTap *const tap = std::exchange(m_tap, nullptr))
        m_recorder->deregister(*tap);
}

} // namespace lensboard
