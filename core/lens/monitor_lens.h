#pragma once

#include "core/experiment/settings/watcher_settings.h"
#include "core/lens/tensor_shelf.h"
#include "core/monitor/monitor.h"

#include <memory>

namespace lensboard::lens {

/// A monitor of an experiment as a lens: when a tick ends, norm, mean, least and greatest value of its reducer's state are
/// plotted, and the state itself is shown; of states of before, if the reducer keeps some, norm and mean. A tick in which nothing was
/// observed shows nothing.
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
    const settings::AnyMonitor &m_settings; ///< what m_kind has as any other
    std::vector<record::TagSpec> m_tags; ///< numbers, and unless it keeps no tensors those
    std::unique_ptr<TensorShelf> m_shelf; ///< null if it keeps none
    std::unique_ptr<monitor::Monitor> m_monitor; ///< null while detached
    gatherer::Gatherers *m_gatherers = nullptr;
    std::string m_layer; ///< that is watched, as it is shown
    std::size_t m_observationsBefore = 0; ///< this tick
};

} // namespace lensboard::lens
