#pragma once

#include "core/experiment/settings/rule_settings.h"
#include "core/health/limit_scale.h"
#include "core/health/rules/loss_rule.h"
#include "core/health/rules/persistence.h"

namespace lensboard::health {

/// The loss does not fall from its start.
///
/// The mean of the last two fifths of the run is less than 2 % (or the noise) below the first fifth, and no median of five was lower by more than
/// 6 % and four standard deviations of the noise; after enough ticks and steps, or validations. A trained model has less to learn, so if the
/// training is not known to begin from scratch, only the noise counts. Not judged if the loss is exactly 0, while the rate warms up, if the model
/// is good already, or if the loss fell before it rose. A loss that begins to fall later leaves a note.
/// Guessing: the cross entropy came down to the loss of guessing and never below 0.97 of it; or the loss of a regression was never below 0.97 of
/// the highest loss that predicting the mean of the targets can have.
/// Source: SageMaker Debugger's LossNotDecreasing (10 steps, any decrease), with the noise of this run.
class LossNotDecreasing final : public LossRule
{
public:
    using Settings = settings::rules::LossNotDecreasing;

    explicit LossNotDecreasing(LimitScale scale = {}) : m_limits{scale} {}

    void endTick(const TickState &tick) override;
    std::vector<Finding> findings() const override;

private:
    static constexpr double kNoises = 4; ///< least fall in standard deviations of the noise
    static constexpr std::size_t kMinValues = 25; ///< number of values before the loss is judged
    static constexpr std::size_t kMinLong = 6; ///< the same if ticks are long
    static constexpr std::size_t kMinValidations = 8; ///< or of validations
    static constexpr std::int64_t kMinSteps = 200; ///< steps before the loss is judged
    static constexpr double kGoodAccuracy = 0.95; ///< with a higher accuracy, the loss need not fall

    struct Limits
    {
        LimitScale scale;
        double leastFall = scale.below(0.02); ///< least fall of the last two fifths, divided by the start
        double leastBestFall = scale.below(0.06); ///< least fall of the best five values, divided by the start
        double ofGuessing = scale.share(0.97); ///< a loss above this share of the guessing loss is no better than guessing
    };

    bool isEnough(const TickState &tick) const;
    bool isStuck(const TickState &tick, double leastFall) const;
    bool isAtGuessing(const TickState &tick) const;

    struct Stuck
    {
        bool isGuessing = false;
        std::size_t count = 0; ///< number of losses
        double start = 0, late = 0, most = 0;
    };

    Limits m_limits;
    Evident<Stuck> m_stuck{2};
    bool m_hasFallen = false;
    std::int64_t m_begin = 0;
};

/// The loss fell, then stopped falling at a high level.
///
/// The last quarter of the run is below the quarter before by less than 0.5 % of the start and half a standard deviation of the noise, and not
/// above it by 5 % of the start and the noise. Above a fifth of the start a note, above four fifths a warning if the
/// training is known to begin from scratch.
/// Rate: a warning, for any loss, if the learning rate was below a thousandth of its maximum for a third of the run.
/// A schedule should reach such a rate only at the end.
/// Source: NeuroScope's plateau (slope below 1e-4 of the first), with level and rate added to tell a plateau from a finished training.
class Plateau final : public LossRule
{
public:
    using Settings = settings::rules::Plateau;

    explicit Plateau(LimitScale scale = {}) : m_limits{scale} {}

    bool reads(Signal signal) const override { return LossRule::reads(signal) || signal == Signal::LearningRate; }
    void see(const Reading &reading) override;
    void endTick(const TickState &tick) override;
    std::vector<Finding> findings() const override;

private:
    static constexpr double kNoteLevel = 0.2; ///< note above this share of the start
    static constexpr double kWarningLevel = 0.8; ///< warning above this share of the start
    static constexpr double kKilledLevel = 0.03; ///< a rate that was lowered too far counts above this level
    static constexpr double kKilledShare = 0.3; ///< share of the run with next to no learning rate that counts
    static constexpr std::size_t kMinValues = 60; ///< number of values before the loss is judged
    static constexpr std::size_t kMinLong = 12; ///< the same if ticks are long
    static constexpr std::size_t kKilledValues = 25; ///< the same after the rate was lowered too far
    static constexpr std::size_t kKilledLong = 6; ///< the same after that if ticks are long
    static constexpr std::int64_t kMinSteps = 500; ///< steps before the loss is judged

    struct Limits
    {
        LimitScale scale;
        double leastFall = scale.below(0.005); ///< least fall of the last quarter, divided by the start
        double ofNoise = scale.below(0.5); ///< and divided by the noise
    };

    struct Standstill
    {
        double level = 0, before = 0, now = 0, accuracy = 0;
        bool isFromScratch = false;
    };
    struct Killed
    {
        std::int64_t lastStep = 0;
        double rate = 0, greatestRate = 0;
        Standstill loss;
    };

    static Standstill standstillOf(const TickState &tick);
    void followRate(const TickState &tick);
    Finding ofKilledRate() const;
    Finding ofFlatLoss() const;

    Limits m_limits;
    FirstLine m_rateLine;
    Evident<Standstill> m_flat{3};
    std::int64_t m_killedStep = 0; ///< 0 while the rate is not tiny
    std::optional<Killed> m_killed; ///< set while the rate is tiny
};

} // namespace lensboard::health
