#pragma once

#include "core/experiment/settings/rule_settings.h"
#include "core/health/limit_scale.h"
#include "core/health/rule.h"
#include "core/health/rules/per_line.h"

#include <optional>

namespace lensboard::health {

/// Initial weights make outputs grow or fade from layer to layer, or make units alike.
///
/// Growth: in the first tick, root mean squares of the outputs of at least three activations; the largest divided by the smallest that is not
/// zero.
/// Above 50 a warning, above 1000 a problem. Bounded activations such as tanh show no growth, but saturation.
/// Symmetry: in the first ticks, the effective rank of weights that could have 8 or more; below 2 in more than half of them is a warning.
/// Single layers begin at zero on purpose, as last layers and adapters do. No finding if the first steps were a fifth as long as the weights and
/// the first loss is three times the loss of guessing: these are then no longer the initial weights.
/// Source: Glorot & Bengio 2010; He et al. 2015: outputs of all layers should have one variance.
/// Goodfellow et al. 2016, Deep Learning, 8.4: units should begin different.
class BadInitialisation final : public Rule
{
public:
    using Settings = settings::rules::BadInitialisation;

    explicit BadInitialisation(LimitScale scale = {}) : m_limits{scale} {}

    bool reads(Signal signal) const override
    {
        return signal == Signal::OutputNorm || signal == Signal::WeightRank || signal == Signal::UpdateNorm || signal == Signal::ParameterNorm;
    }
    OfThinned ofThinned() const override { return OfThinned::NeedsBeginning; }
    void learn(const RunFacts &facts) override { m_guessing = facts.guessingLoss; }
    void see(const Reading &reading) override;
    void endTick(const TickState &tick) override;
    std::vector<Finding> findings() const override;

private:
    static constexpr double kFewDirections = 2; ///< effective rank of weights that are alike
    static constexpr double kMinRank = 8; ///< rank that such weights could have

    struct Limits
    {
        LimitScale scale;
        double ratio = scale.above(50); ///< largest output divided by the smallest: warning
        double problemRatio = scale.above(1000); ///< problem
    };

    std::optional<Finding> growth() const;
    std::optional<Finding> symmetry() const;

    Limits m_limits;
    PerLine<double> m_first;               ///< root mean squares of the first tick
    PerLine<std::optional<double>> m_rank; ///< first ranks; recorded a little late
    std::optional<double> m_guessing;
    double m_updates = 0, m_weights = 0; ///< squares of norms in the first tick
    bool m_isMoved = false;              ///< true if the weights had changed much by the first tick
    int m_ticks = 0;
    std::int64_t m_step = 0; ///< of the first tick
};

} // namespace lensboard::health
