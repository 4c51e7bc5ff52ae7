#pragma once

#include "core/experiment/settings/rules/step_rules.h"
#include "core/health/block_median.h"
#include "core/health/rule.h"
#include "core/health/rules/first_line.h"

#include <optional>

namespace lensboard::health {

/// Nearly all gradients are clipped, and most of them is lost: steps are as long as the limit says, whatever the gradient is.
///
/// The norm of all gradients, which are measured before they are clipped, is above the experiment's limit at 95 % of at least 20 ticks; in the median five times, a note,
/// or fifty times, a warning.
/// Source: Pascanu et al. 2013, who take a limit of half to ten times the usual norm.
class ClippingAlwaysActive final : public Rule
{
public:
    using Settings = settings::rules::ClippingAlwaysActive;

    explicit ClippingAlwaysActive(const Settings &settings = {}) : m_settings(settings) {}

    bool reads(Signal signal) const override { return signal == Signal::GradientNorm; }
    void learn(const RunFacts &facts) override { m_limit = facts.clippedNorm; }
    void see(const Reading &reading) override;
    void endTick(const Moment &moment) override;
    std::vector<Finding> findings() const override;

private:
    Settings m_settings;
    std::optional<double> m_limit;
    FirstLine m_line;
    double m_squares = 0; ///< of this tick
    bool m_hasNew = false;
    std::size_t m_ticks = 0, m_clipped = 0;
    BlockMedian m_ratio;
    std::int64_t m_first = 0, m_last = 0;
};

} // namespace lensboard::health
