#pragma once

#include "core/experiment/settings/rule_settings.h"
#include "core/health/block_median.h"
#include "core/health/limit_scale.h"
#include "core/health/rule.h"
#include "core/health/rules/per_line.h"
#include "core/health/rules/persistence.h"
#include "core/record/message.h"

#include <functional>
#include <optional>
#include <string>

namespace lensboard::health {

/// Units output nothing but zero.
///
/// Medians over five ticks of the share of an activation's units that are zero for a whole batch: above 0.7 for fifteen ticks, or above 0.5 and
/// 0.3 more than at first, a warning; above 0.95, or less than 0.2 % of all outputs active, a problem.
/// Ticks with outputs that are not finite are not judged: NaN is not active, but not zero.
/// Dropout is not judged, and spiking neurons only if they are silent: both are sparse by design.
/// Source: SageMaker Debugger's DeadRelu (50 %) and NeuroScope's dead ReLUs (30 %). Both ignore growth and the layer's kind.
class DeadUnits final : public Rule
{
public:
    using Settings = settings::rules::DeadUnits;

    explicit DeadUnits(LimitScale scale = {}) : m_limits{scale} {}

    bool reads(Signal signal) const override { return signal == Signal::DeathRate || signal == Signal::ActivationRate; }
    void see(const Reading &reading) override;
    void endTick(const TickState &tick) override;
    std::vector<Finding> findings() const override;

private:
    static constexpr double kGrowth = 0.3; ///< growth of the share since the start

    struct Limits
    {
        LimitScale scale;
        double many = scale.share(0.7); ///< share of dead units: warning
        double whole = scale.share(0.95); ///< problem
        double grown = scale.share(0.5); ///< warning if the share grew
        double silent = scale.below(0.002); ///< share of active outputs of a silent layer
    };

    struct State
    {
        BlockMedian share;
        std::optional<double> first; ///< of the first block
        Evident<double, std::greater<>> many{3}, whole{2}; ///< share of dead units, or of silent outputs
    };

    double limitOf(double share, bool whole) const;
    void judge(const Line &line, State &state, double share, std::int64_t step) const;
    Finding finding(bool whole) const;
    record::Message valuesOf(const State &worst, bool whole) const;
    bool isWhole(const std::string &layer) const;

    Limits m_limits;
    PerLine<State> m_lines;
    std::vector<Reading> m_readings; ///< of the current tick
};

} // namespace lensboard::health
