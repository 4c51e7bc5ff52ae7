#pragma once

#include "core/lens/lens.h"
#include "core/monitor/monitor.h"
#include "core/recorder/tensor_recorder.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace lensboard {

/// Wraps a monitor or recorder of the caller as a lens without plots: it is registered when lenses are attached, and
/// deregistered when they are detached. Each model has its own.
class OwnWatcher : public lens::Lens
{
public:
    const std::vector<record::TagSpec> &tags() const final { return m_tags; }
    void plot(lens::Plotter &) const final {}
    void endTick() final {}

private:
    std::vector<record::TagSpec> m_tags; ///< empty
};

class OwnMonitor final : public OwnWatcher
{
public:
    OwnMonitor(std::shared_ptr<monitor::Monitor> monitor, std::string module) : m_monitor(std::move(monitor)), m_module(std::move(module)) {}

    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void attachMore(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void detach() override;

private:
    std::shared_ptr<monitor::Monitor> m_monitor;
    std::string m_module;
    const hook::ModelTap *m_tap = nullptr; ///< tap of the attached model, or null
};

class OwnRecorder final : public OwnWatcher
{
public:
    OwnRecorder(std::shared_ptr<recorder::TensorRecorder> recorder, recorder::ModuleFilter filter, std::string model, std::string module)
        : m_recorder(std::move(recorder)), m_filter(std::move(filter)), m_model(std::move(model)), m_module(std::move(module))
    {}

    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void attachMore(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void detach() override;

private:
    std::shared_ptr<recorder::TensorRecorder> m_recorder;
    recorder::ModuleFilter m_filter;
    std::string m_model;
    std::string m_module;
    const hook::ModelTap *m_tap = nullptr; ///< tap of the attached model, or null
    std::size_t m_known = 0; ///< number of known modules
};

} // namespace lensboard
