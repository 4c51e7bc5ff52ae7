#pragma once

#include "core/lens/lens.h"

#include <functional>

namespace lensboard::lens {

/// The learning rate of a training that has a schedule, beside its losses. No experiment lists it: a trainer
/// with a schedule adds it.
class LearningRateLens final : public Lens
{
public:
    /// \p rate returns that of the last step.
    LearningRateLens(std::function<double()> rate, bool logarithmic);

    const std::vector<record::TagSpec> &tags() const override { return m_tags; }
    void attach(gatherer::Gatherers &, const std::vector<hook::ModuleId> &) override {}
    void detach() override {}
    void plot(Plotter &out) const override;
    void endTick() override {}
    bool takesPushes() const override { return true; } // it needs no layer

private:
    std::vector<record::TagSpec> m_tags;
    std::function<double()> m_rate;
};

} // namespace lensboard::lens
