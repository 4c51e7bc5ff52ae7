#include "core/monitor/monitor.h"

#include "core/record/error.h"
#include "core/record/message.h"
#include "core/tensor/library.h"

#include <limits>
#include <stdexcept>
#include <utility>

namespace lensboard::monitor {

Monitor::Monitor(std::unique_ptr<reducer::Reducer> reducer, const Gate &gate) : m_reducer(std::move(reducer)), m_gate(gate)
{
    if (!m_reducer)
        throw record::InvalidArgument(record::message("a monitor needs a reducer"));
}

void Monitor::registerAt(hook::ModelTap &tap, hook::ModuleId module)
{
    deregister();
    m_tap = &tap;
    m_module = module;
    m_hooks = addHooks(tap, module);
}

void Monitor::registerAgain()
{
    if (!m_tap)
        throw std::logic_error("the monitor was registered at no module yet");
    registerAt(*m_tap, m_module);
}

void Monitor::deregister()
{
    m_hooks.clear();
}

void Monitor::clear(bool keepShape)
{
    m_reducer->clear(keepShape);
}

int Monitor::order() const
{
    return m_gate.prepend ? -1 : 0;
}

void Monitor::look(const std::function<void()> &work) const
{
    const WithoutGradients without; // filters and maps may be the user's code
    if (m_tap->isTraining(m_module) ? m_gate.training : m_gate.evaluation)
        m_gate.through ? m_gate.through(work) : work();
}

void Monitor::push(std::span<const Tensor> observation)
{
    if (observation.empty() || observation.size() > 2)
        throw record::InvalidArgument(record::message("a map gave %1 tensors; expected an observation, and a condition if the "
                                                    "reducer takes one",
                                                    observation.size()));
    if (observation.front().defined() && !observation.front().hasMemory()) {
        if (m_gate.onWithoutMemory)
            m_gate.onWithoutMemory();
        return;
    }
    m_reducer->push(observation.front(), observation.size() > 1 ? observation[1] : Tensor());
}

} // namespace lensboard::monitor
