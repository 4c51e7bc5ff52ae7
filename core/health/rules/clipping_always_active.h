#pragma once

#include "core/experiment/settings/rule_settings.h"
#include "core/health/limit_scale.h"
#include "core/health/block_median.h"
#include "core/health/rule.h"
#include "core/health/rules/first_line.h"

#include <optional>

namespace lensboard::health {

/// Nearly all gradients are clipped strongly, so the limit alone sets the length of steps.
///
/// The norm of all gradients, measured before clipping, exceeds the experiment's limit at 95 % of at least 20 ticks (six if
/// ticks are long).
/// A median of five times the limit is a note, fifty times a warning.
/// Source: Pascanu et al. 2013, with a limit of half to ten times the usual norm.
class ClippingAlwaysActive final : public Rule
{
public:
    using Settings = settings::rules::ClippingAlwaysActive;

    explicit ClippingAlwaysActive(LimitScale scale = {}) : m_limits{scale} {}

    bool reads(Signal signal) const override { return signal == Signal::GradientNorm; }
    void learn(const RunFacts &facts) override { m_limit = facts.clippedNorm; }
    void see(const Reading &reading) override;
    void endTick(const TickState &tick) override;
    std::vector<Finding> findings() const override;

private:
    static constexpr double kShare = 0.95; ///< share of ticks with clipped gradients
    static constexpr std::size_t kMinTicks = 20; ///< ticks before gradients are judged
    static constexpr std::size_t kMinLong = 6; ///< the same if ticks are long

    struct Limits
    {
        LimitScale scale;
        double ratio = scale.above(5); ///< norm of the gradient divided by the limit: note
        double warningRatio = scale.above(50); ///< warning
    };

    Limits m_limits;
    std::optional<double> m_limit;
    FirstLine m_line;
    double m_squares = 0; ///< of this tick
    bool m_hasNew = false;
    std::size_t m_ticks = 0, m_clipped = 0, m_leastTicks = kMinTicks;
    BlockMedian m_ratio;
    std::int64_t m_first = 0, m_last = 0;
};

} // namespace lensboard::health
