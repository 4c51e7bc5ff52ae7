#pragma once

#include "core/experiment/settings/rules/validation_rules.h"
#include "core/health/rules/first_line.h"
#include "core/health/rule.h"

#include <array>
#include <limits>

namespace lensboard::health {

/// The validation loss rises while the training loss falls, or stays far above the training loss.
///
/// Rise: the median of the last three validations is above the best one by a tenth of it (a note), a fifth (a warning) or the whole (a problem),
/// and by 5 % of the initial training loss or of the loss of guessing. It is above the training loss. The training loss fell by a twentieth since then, and at
/// least three validations followed the best. Only a validation loss that is also above the first one is a problem. If the validation accuracy
/// did not fall, a note, unless the training is known to begin from scratch. A hundred times the start is no overfitting and not judged.
/// Gap, a warning: the training loss is below a fifth of the validation loss; the validation loss exceeds it by a quarter of the same start and
/// had no new best in three validations.
/// Source: Prechelt 1998, "Early Stopping – But When?": loss of generality 100 (E_va / E_opt - 1); SageMaker Debugger's Overfit (gap above 0.1).
class Overfitting final : public Rule
{
public:
    using Settings = settings::rules::Overfitting;

    explicit Overfitting(const Settings &settings = {}) : m_settings(settings) {}

    bool reads(Signal signal) const override { return signal == Signal::ValidationLoss || signal == Signal::TrainLoss; }
    void learn(const RunFacts &facts) override { m_guessing = facts.guessingLoss; }
    void see(const Reading &reading) override;
    void endTick(const TickState &tick) override;
    std::vector<Finding> findings() const override;

private:
    Settings m_settings;
    std::optional<double> m_guessing;
    FirstLine m_trainLine, m_line;
    std::array<double, 3> m_last{};
    std::size_t m_count = 0, m_after = 0; ///< all validations, and the ones after the best
    double m_best = 0, m_trainAtBest = 0, m_now = 0, m_train = 0;
    std::int64_t m_bestStep = 0, m_step = 0;
    double m_rise = 0;
    double m_first = 0; ///< the first validation loss
    double m_accuracyAtBest = 0;
    bool m_isRising = false, m_isGap = false, m_isAsAccurate = false;
};

/// Validation is no better than guessing.
///
/// After three validations, their median is above 0.97 of the cross entropy of guessing, ln(classes), or of the first training losses if the
/// classes are not known, and none was below 0.9 of it. A problem after six validations, or if the training loss has fallen below 0.8 of its
/// start and below the loss of guessing. First training losses are losses of guessing only if training is known to begin from scratch; otherwise
/// a note, or a warning if the validation loss is twice as high. Not judged if the validation accuracy is far above chance: the model is overconfident then.
class ValidationNoBetterThanGuessing final : public Rule
{
public:
    using Settings = settings::rules::ValidationNoBetterThanGuessing;

    explicit ValidationNoBetterThanGuessing(const Settings &settings = {}) : m_settings(settings) {}

    bool reads(Signal signal) const override { return signal == Signal::ValidationLoss; }
    void learn(const RunFacts &facts) override { m_guessing = facts.guessingLoss; }
    void see(const Reading &reading) override;
    void endTick(const TickState &tick) override;
    std::vector<Finding> findings() const override;

private:
    bool isAccurate(const TickState &tick) const;

    Settings m_settings;
    std::optional<double> m_guessing;
    FirstLine m_line;
    std::array<double, 3> m_last{};
    std::size_t m_count = 0;
    bool m_isSo = false, m_hasLearnt = false, m_isOfGuessing = false, m_isFromScratch = false;
    double m_reference = 0, m_now = 0, m_best = std::numeric_limits<double>::infinity();
    std::int64_t m_first = 0, m_step = 0;
};

} // namespace lensboard::health
