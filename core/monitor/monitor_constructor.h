#pragma once

#include "core/monitor/monitors.h"

namespace lensboard::monitor {

/// Creates and registers a monitor with preset settings, and its own reducer, for an attribute and a module. For input and output monitors, the
/// attribute is the path to the module.
using MonitorConstructor =
    std::function<std::unique_ptr<Monitor>(const std::string &attribute, hook::ModelTap &tap, hook::ModuleId module)>;
using MakeReducer = std::function<std::unique_ptr<reducer::Reducer>()>;

MonitorConstructor inputMonitors(MakeReducer reducer, Gate gate = {}, InputMonitor::Filter filter = {}, InputMonitor::Map map = {});
MonitorConstructor outputMonitors(MakeReducer reducer, Gate gate = {}, OutputMonitor::Filter filter = {},
                                  OutputMonitor::Map map = {});
MonitorConstructor stateMonitors(MakeReducer reducer, StateMonitor::When when = StateMonitor::When::AfterForward, Gate gate = {},
                                 StateMonitor::Filter filter = {}, StateMonitor::Map map = {});
MonitorConstructor differenceMonitors(MakeReducer reducer, Gate gate = {}, DifferenceMonitor::Operation operation = {},
                                      DifferenceMonitor::Filter filter = {}, DifferenceMonitor::Map map = {});
MonitorConstructor multiStateMonitors(MakeReducer reducer, std::vector<std::string> subattributes,
                                      StateMonitor::When when = StateMonitor::When::AfterForward, Gate gate = {},
                                      MultiStateMonitor::Filter filter = {}, MultiStateMonitor::Map map = {});

} // namespace lensboard::monitor
