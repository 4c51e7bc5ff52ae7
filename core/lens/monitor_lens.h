#pragma once

#include "core/experiment/settings/watcher_settings.h"
#include "core/lens/tensor_shelf.h"
#include "core/monitor/monitor.h"

#include <memory>

namespace lensboard::lens {

/// An experiment's monitor as a lens. When a tick ends, plots norm, mean, least and greatest value of its reducer's state, and
/// shows the state itself; for earlier states that the reducer keeps, plots norm and mean. A tick without an observation
/// shows nothing.
class MonitorLens final : public Lens
{
public:
    explicit MonitorLens(const settings::Monitor &monitor);
    ~MonitorLens() override;

    const std::vector<record::TagSpec> &tags() const override { return m_tags; }
    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void attachMore(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void detach() override;
    void plot(Plotter &out) const override;
    bool isEmpty() const override { return m_monitor && m_monitor->registered() && m_settings.training && m_monitor->reducer().observations() == m_observationsBefore; }
    void endTick() override;
    void save(State &state) const override;
    bool restore(const State &state, const Resumption &resumption) override;

private:
    std::unique_ptr<monitor::Monitor> makeMonitor(const monitor::Gate &gate);
    void registerMonitor();
    std::vector<double> lags() const;
    Tensor overBatch(const Tensor &tensor) const;
    std::vector<Tensor> observed(const Tensor &tensor);

    settings::Monitor m_kind;
    const settings::AnyMonitor &m_settings; ///< common part of m_kind
    std::vector<record::TagSpec> m_tags; ///< numbers, and tensors if it shows them
    std::unique_ptr<TensorShelf> m_shelf; ///< null if it shows no tensors
    std::unique_ptr<monitor::Monitor> m_monitor; ///< null while detached
    gatherer::Gatherers *m_gatherers = nullptr;
    std::string m_layer; ///< shown name of the watched module
    std::size_t m_observationsBefore = 0; ///< at the end of the last tick
};

} // namespace lensboard::lens
