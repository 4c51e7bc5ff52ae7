#include "core/monitor/monitor_constructor.h"

#include <utility>

namespace lensboard::monitor {

namespace {

template <typename MonitorType>
std::unique_ptr<Monitor> registered(std::unique_ptr<MonitorType> monitor, hook::ModelTap &tap, hook::ModuleId module)
{
    monitor->registerAt(tap, module);
    return monitor;
}

} // namespace

MonitorConstructor inputMonitors(MakeReducer reducer, Gate gate, InputMonitor::Filter filter, InputMonitor::Map map)
{
    return [=](const std::string &attribute, hook::ModelTap &tap, hook::ModuleId module) {
        return registered(std::make_unique<InputMonitor>(reducer(), gate, filter, map), tap, tap.submodule(module, attribute));
    };
}

MonitorConstructor outputMonitors(MakeReducer reducer, Gate gate, OutputMonitor::Filter filter, OutputMonitor::Map map)
{
    return [=](const std::string &attribute, hook::ModelTap &tap, hook::ModuleId module) {
        return registered(std::make_unique<OutputMonitor>(reducer(), gate, filter, map), tap, tap.submodule(module, attribute));
    };
}

MonitorConstructor stateMonitors(MakeReducer reducer, StateMonitor::When when, Gate gate, StateMonitor::Filter filter,
                                 StateMonitor::Map map)
{
    return [=](const std::string &attribute, hook::ModelTap &tap, hook::ModuleId module) {
        return registered(std::make_unique<StateMonitor>(reducer(), attribute, when, gate, filter, map), tap, module);
    };
}

MonitorConstructor differenceMonitors(MakeReducer reducer, Gate gate, DifferenceMonitor::Operation operation,
                                      DifferenceMonitor::Filter filter, DifferenceMonitor::Map map)
{
    return [=](const std::string &attribute, hook::ModelTap &tap, hook::ModuleId module) {
        return registered(std::make_unique<DifferenceMonitor>(reducer(), attribute, gate, operation, filter, map), tap, module);
    };
}

MonitorConstructor multiStateMonitors(MakeReducer reducer, std::vector<std::string> subattributes, StateMonitor::When when,
                                      Gate gate, MultiStateMonitor::Filter filter, MultiStateMonitor::Map map)
{
    return [=](const std::string &attribute, hook::ModelTap &tap, hook::ModuleId module) {
        return registered(std::make_unique<MultiStateMonitor>(reducer(), attribute, subattributes, when, gate, filter, map), tap,
                          module);
    };
}

} // namespace lensboard::monitor
