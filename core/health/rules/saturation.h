#pragma once

#include "core/experiment/settings/rule_settings.h"
#include "core/health/block_median.h"
#include "core/health/limit_scale.h"
#include "core/health/rule.h"
#include "core/health/rules/per_line.h"
#include "core/health/rules/persistence.h"

#include <functional>
#include <optional>

namespace lensboard::health {

/// Outputs lie in the flat part of their activation, where gradients vanish.
///
/// Medians over five ticks, while the loss is above 0.3 of its start or above half the loss of guessing (huge initial weights start far above), or the
/// accuracy is below 0.7:
/// more than 0.8 of the outputs saturated (a problem: 0.95), or half of the units for a whole batch; for fifteen ticks.
/// A confident classifier saturates too; the limit on the loss excludes this case.
/// Source: Glorot & Bengio 2010, saturation of tanh and sigmoid; SageMaker Debugger's SaturatedActivation (tanh, sigmoid at 0.9 of units).
class Saturation final : public Rule
{
public:
    using Settings = settings::rules::Saturation;

    explicit Saturation(LimitScale scale = {}) : m_limits{scale} {}

    bool reads(Signal signal) const override { return signal == Signal::SaturationRate || signal == Signal::SaturatedUnits; }
    void see(const Reading &reading) override;
    void learn(const RunFacts &facts) override { m_guessing = facts.guessingLoss; }
    void endTick(const TickState &tick) override;
    std::vector<Finding> findings() const override;

private:
    static constexpr double kMinLevel = 0.3; ///< share of the loss at the start

    struct Limits
    {
        LimitScale scale;
        double outputs = scale.share(0.8);         ///< share of saturated outputs: warning
        double problemOutputs = scale.share(0.95); ///< problem
        double units = scale.share(0.5);           ///< share of units saturated for a whole batch: warning
    };

    struct State
    {
        BlockMedian share;
        Evident<double, std::greater<>> many{3}; ///< a share
    };

    Limits m_limits;
    PerLine<State> m_lines;
    std::optional<double> m_guessing;
    bool m_isHigh = true; ///< true if the loss is above the limits
};

} // namespace lensboard::health
