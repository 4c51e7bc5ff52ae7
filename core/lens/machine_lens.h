#pragma once

#include "core/experiment/settings/lens_settings.h"
#include "core/lens/lens.h"
#include "core/machine/machine_usage.h"

#include <optional>
#include <vector>

namespace lensboard::lens {

/// Use of the machine between two ticks: processors, memory, disks, networks and GPUs. A tick that follows another within a tenth of a second
/// has no values.
class MachineLens final : public Lens
{
public:
    explicit MachineLens(const settings::Machine &settings);

    const std::vector<record::TagSpec> &tags() const override { return m_tags; }
    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void detach() override;
    void plot(Plotter &out) const override;
    void endTick() override;
    bool takesPushes() const override { return true; } // it needs no layer

private:
    void look();

    const std::vector<record::TagSpec> m_tags;  ///< load, memory, traffic, temperature, power
    std::optional<machine::UsageMeter> m_meter; ///< while attached
    std::chrono::steady_clock::time_point m_since;
    std::optional<machine::Usage> m_usage; ///< of this tick
    hook::Hook m_hook;
};

} // namespace lensboard::lens
