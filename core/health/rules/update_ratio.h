#pragma once

#include "core/experiment/settings/rule_settings.h"
#include "core/health/limit_scale.h"
#include "core/health/rules/first_line.h"
#include "core/health/rules/norm_ratio.h"
#include "core/health/rules/persistence.h"
#include "core/health/rule.h"

#include <functional>
#include <optional>

namespace lensboard::health {

/// Updates are too large compared with the weights, or one layer's updates are far smaller than other layers' updates.
///
/// Size: medians over five ticks of the norm of an update divided by the norm of its weights; above 0.15 for fifteen ticks a warning, above 1 a
/// problem; below 1e-6 for a layer while the median over layers is above 1e-4 a warning.
/// Lost weights, a warning: updates are above 1e-3 of the weights and gradients below 2e-4 of them (medians over layers) for 25 ticks while the
/// loss is above half its start and does not fall, so no update affects the loss. Weights have grown if they are over twice their start.
/// Faded weights, a warning: weights shrank to less than a tenth of their start meanwhile.
/// The first five ticks do not count: weights that begin at zero change much.
/// Source: SageMaker Debugger's WeightUpdateRatio (10, 1e-8); NeuroScope's update ratio (5e-2, 1e-4).
class UpdateRatio final : public Rule
{
public:
    using Settings = settings::rules::UpdateRatio;

    explicit UpdateRatio(LimitScale scale = {}) : m_limits{scale} {}

    bool reads(Signal signal) const override { return m_ratio.reads(signal) || m_gradients.reads(signal); }
    void see(const Reading &reading) override;
    void endTick(const TickState &tick) override;
    std::vector<Finding> findings() const override;

private:
    static constexpr double kUsual = 1e-4; ///< while the median over layers is above this
    static constexpr double kTinyGradient = 2e-4; ///< gradient divided by weights of lost weights
    static constexpr double kLongStep = 1e-3; ///< update divided by weights of lost weights
    static constexpr double kMinLevel = 0.5; ///< share of the loss at the start

    struct Limits
    {
        LimitScale scale;
        double large = scale.above(0.15); ///< update divided by weights that is too large
        double problem = scale.above(1); ///< update divided by weights that is a problem
        double small = scale.below(1e-6); ///< update divided by weights that is too small
    };

    struct State
    {
        Evident<double, std::greater<>> large{3};
        Evident<double, std::less<>> small{3};
        int blocks = 0;
    };

    struct Lost
    {
        double update = 0, gradient = 0; ///< divided by the weights
        std::optional<double> growth;    ///< of weights
    };

    void seeUpdate(const Reading &reading);
    Finding finding(bool large) const;
    Finding ofLostWeights() const;
    Finding ofFadedWeights() const;

    Limits m_limits;
    NormRatio m_ratio{Signal::UpdateNorm}, m_gradients{Signal::GradientNorm};
    PerLine<State> m_lines;
    Evident<Lost> m_lost{5};
    Evident<double, std::less<>> m_faded{5}; ///< growth of weights
    FirstLine m_weights;
};

} // namespace lensboard::health
