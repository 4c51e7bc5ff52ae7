#pragma once

#include "core/experiment/settings/rules/layer_rules.h"
#include "core/health/rule.h"
#include "core/health/rules/per_line.h"

#include <optional>

namespace lensboard::health {

/// Weights begin so that outputs grow or fade from layer to layer, or that units are alike.
///
/// Of the first tick the root mean square of the outputs of at least three activations: the largest by the smallest, of those that are not zero. Above 50 a
/// warning, above 1000 a problem. What bounds its outputs, as tanh, shows no growth; its saturation does.
/// Of the first ticks the effective rank of weights that could have 8 or more: below 2 in more than half of them a warning. Single ones begin at zero on purpose, as last layers
/// and adapters do. Not if the first steps were a fifth as long as the weights and the first loss is three times that of guessing: then these are not
/// the weights that it began with.
/// Source: Glorot & Bengio 2010; He et al. 2015: outputs of all layers are to have one variance. Goodfellow et al. 2016, Deep Learning, 8.4: units are to begin apart.
class BadInitialisation final : public Rule
{
public:
    using Settings = settings::rules::BadInitialisation;

    explicit BadInitialisation(const Settings &settings = {}) : m_settings(settings) {}

    bool reads(Signal signal) const override
    {
        return signal == Signal::OutputNorm || signal == Signal::WeightRank || signal == Signal::UpdateNorm || signal == Signal::ParameterNorm;
    }
    OfThinned ofThinned() const override { return OfThinned::NeedsBeginning; }
    void learn(const RunFacts &facts) override { m_guessing = facts.guessingLoss; }
    void see(const Reading &reading) override;
    void endTick(const Moment &moment) override;
    std::vector<Finding> findings() const override;

private:
    std::optional<Finding> growth() const;
    std::optional<Finding> symmetry() const;

    Settings m_settings;
    PerLine<double> m_first;               ///< root mean squares of the first tick
    PerLine<std::optional<double>> m_rank; ///< the first, which come a little late
    std::optional<double> m_guessing;
    double m_updates = 0, m_weights = 0; ///< squares of norms in the first tick
    bool m_isMoved = false;              ///< by then weights were others
    int m_ticks = 0;
    std::int64_t m_step = 0; ///< of the first tick
};

} // namespace lensboard::health
