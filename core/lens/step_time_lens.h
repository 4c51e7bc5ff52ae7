#pragma once

#include "core/experiment/settings/lens_settings.h"
#include "core/lens/lens.h"
#include "core/lens/step_parts.h"

#include <memory>
#include <vector>

namespace lensboard::lens {

/// Duration of the parts of a training step: waiting for data, forward, loss, backward, optimizer, the rest, and the part of them all that lenses
/// take. If the model's own forward cannot be observed, its first and last layer stand for it.
/// Units: seconds of the host's clock; for work on another device, the time to launch it and to wait for it.
class StepTimeLens final : public Lens
{
public:
    explicit StepTimeLens(const settings::StepTime &settings);

    const std::vector<record::TagSpec> &tags() const override { return m_tags; }
    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void attachMore(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void detach() override;
    void plot(Plotter &out) const override;
    void endTick() override;
    void skipTick() override;
    bool takesPushes() const override { return true; }
    void pushDataWait(double seconds) override;

private:
    void beginForward();
    void endForward();
    void beginBackward();

    const std::vector<record::TagSpec> m_tags;
    StepParts m_parts;
    gatherer::Gatherers *m_gatherers = nullptr; ///< null while detached
    std::vector<hook::Hook> m_hooks;
    std::shared_ptr<char> m_attached; ///< null while detached. The end of a backward pass may come later
};

} // namespace lensboard::lens
