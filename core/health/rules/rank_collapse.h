#pragma once

#include "core/experiment/settings/rule_settings.h"
#include "core/health/limit_scale.h"
#include "core/health/block_median.h"
#include "core/health/rule.h"
#include "core/health/rules/per_line.h"
#include "core/health/rules/persistence.h"

#include <functional>
#include <optional>

namespace lensboard::health {

/// Outputs of a layer lie in ever fewer directions.
///
/// Medians over five ticks of the effective rank of a batch's outputs, for layers that began at 8 or more, while the loss is above 0.3 of its
/// start: below a fifth of the first rank for fifteen ticks a warning, below 2 a problem.
/// A trained classifier has only as many directions as classes; the limit on the loss excludes this case.
/// Source: Roy & Vetterli 2007, effective rank; Dong et al. 2021, rank collapse of attention.
class RankCollapse final : public Rule
{
public:
    using Settings = settings::rules::RankCollapse;

    explicit RankCollapse(LimitScale scale = {}) : m_limits{scale} {}

    bool reads(Signal signal) const override { return signal == Signal::OutputRank; }
    void see(const Reading &reading) override;
    void endTick(const TickState &tick) override { m_level = tick.train.level(); }
    std::vector<Finding> findings() const override;

private:
    static constexpr double kFew = 2; ///< directions: problem
    static constexpr double kMinStart = 8; ///< directions at the start of layers that are judged
    static constexpr double kMinLevel = 0.3; ///< share of the loss at the start

    struct Limits
    {
        LimitScale scale;
        double ofStart = scale.below(0.2); ///< effective rank divided by the first one: warning
    };

    struct State
    {
        BlockMedian rank;
        std::optional<double> first; ///< of the first block
        Evident<double, std::less<>> low{3}; ///< a rank

        double share() const { return low.shown() / *first; }
    };

    Limits m_limits;
    PerLine<State> m_lines;
    double m_level = 1;
};

} // namespace lensboard::health
