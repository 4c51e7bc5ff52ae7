#pragma once

#include "core/experiment/settings/rule_settings.h"
#include "core/health/limit_scale.h"
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

    explicit Overfitting(LimitScale scale = {}) : m_limits{scale} {}

    bool reads(Signal signal) const override { return signal == Signal::ValidationLoss || signal == Signal::TrainLoss; }
    void learn(const RunFacts &facts) override { m_guessing = facts.guessingLoss; }
    void see(const Reading &reading) override;
    void endTick(const TickState &tick) override;
    std::vector<Finding> findings() const override;

private:
    static constexpr double kOfStart = 0.05; ///< least rise, divided by the training loss at the start
    static constexpr double kTrainFall = 0.05; ///< least fall of the training loss meanwhile
    static constexpr double kTrainShare = 0.2; ///< training loss divided by the validation loss, for a gap
    static constexpr std::size_t kMinAfter = 3; ///< validations after the best

    struct Limits
    {
        LimitScale scale;
        double note = scale.above(0.1); ///< rise of the validation loss above its best, divided by the best
        double warning = scale.above(0.2);
        double problem = scale.above(1);
        double gap = scale.above(0.25); ///< gap between both losses, divided by the start
    };

    Limits m_limits;
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

    explicit ValidationNoBetterThanGuessing(LimitScale scale = {}) : m_limits{scale} {}

    bool reads(Signal signal) const override { return signal == Signal::ValidationLoss; }
    void learn(const RunFacts &facts) override { m_guessing = facts.guessingLoss; }
    void see(const Reading &reading) override;
    void endTick(const TickState &tick) override;
    std::vector<Finding> findings() const override;

private:
    static constexpr double kBest = 0.9; ///< share of the loss of guessing that no validation was below
    static constexpr double kLearnt = 0.8; ///< share of the training loss at the start
    static constexpr std::size_t kMinValidations = 3; ///< validations before they are judged
    static constexpr std::size_t kProblem = 6; ///< validations until it is a problem
    static constexpr std::size_t kMinTrain = 10; ///< training losses before validations are judged; as many validations also suffice

    struct Limits
    {
        LimitScale scale;
        double share = scale.share(0.97); ///< share of the loss of guessing
    };

    bool isAccurate(const TickState &tick) const;

    Limits m_limits;
    std::optional<double> m_guessing;
    FirstLine m_line;
    std::array<double, 3> m_last{};
    std::size_t m_count = 0;
    bool m_isSo = false, m_hasLearnt = false, m_isOfGuessing = false, m_isFromScratch = false;
    double m_reference = 0, m_now = 0, m_best = std::numeric_limits<double>::infinity();
    std::int64_t m_first = 0, m_step = 0;
};

} // namespace lensboard::health
