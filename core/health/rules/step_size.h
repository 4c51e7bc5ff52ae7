#pragma once

#include "core/experiment/settings/rule_settings.h"
#include "core/health/limit_scale.h"
#include "core/health/rules/first_line.h"
#include "core/health/rules/norm_ratio.h"
#include "core/health/rules/persistence.h"
#include "core/health/rule.h"

namespace lensboard::health {

/// Steps go back and forth: the learning rate is at the limit of stability.
///
/// The cosine of consecutive gradients or updates, as the median over the weights' layers of medians over five ticks, is below -0.3 for fifteen
/// ticks while the loss is above a fifth of its start and not falling, or near its start.
/// Late in a training with a low loss, opposed gradients do no harm. A problem if the loss is near its start.
/// Source: the edge of stability, Cohen et al. 2021: beyond 2 / sharpness, steps overshoot and gradients reverse.
class Oscillation final : public Rule
{
public:
    using Settings = settings::rules::Oscillation;

    explicit Oscillation(LimitScale scale = {}) : m_limits{scale} {}

    bool reads(Signal signal) const override { return signal == Signal::GradientCorrelation || signal == Signal::UpdateCorrelation; }
    void see(const Reading &reading) override;
    void endTick(const TickState &tick) override;
    std::vector<Finding> findings() const override;

private:
    static constexpr double kMinLevel = 0.2; ///< warning while the loss is above this share of its start
    static constexpr double kProblemLevel = 0.8; ///< problem while the loss is above this share of its start
    static constexpr std::size_t kMinValues = 8, kMinLong = 4; ///< numbers of losses before they are judged; the second if ticks are long

    struct Limits
    {
        LimitScale scale;
        double opposed = scale.above(0.3); ///< negative cosine of consecutive gradients or updates that are opposed
    };

    struct Opposed
    {
        double cosine = 0, level = 0;
    };

    double middle() const;

    Limits m_limits;
    PerLine<BlockMedian> m_lines;
    Evident<Opposed> m_opposed{3};
    BlockMedian m_ticks; ///< counts ticks as the lines' blocks do
};

/// Steps are so short that the training takes far longer than necessary.
///
/// Small updates: the loss is above 0.8 of its start, the rate neither warms up nor was lowered, the model is not good already, and updates, as
/// the median over layers, are below 2e-5 of the weights; or below 4e-4 for fifty ticks and 400 steps, or while the loss falls in a straight line
/// and consecutive gradients agree; or updates are not measured while the loss falls like this for as long. Once reported, the finding holds
/// while updates stay small and the loss is above 0.6 of its start.
///
/// Agreement: from the start or the end of a warm-up, for 150 steps and half of the steps so far, the loss falls, but not below a fifth of its
/// start, and consecutive gradients agree: their cosine, as the median over layers of medians over five ticks, is above 0.45; or above 0.2 while
/// the loss falls as fast as ever. The cosine estimates the share of signal in the gradient: with a suitable rate, noise prevails much sooner.
/// Above 0.95 there is no noise, as with full batches, so the cosine is not judged.
/// Source: Karpathy's rule of thumb that updates should be about 1e-3 of the weights; McCandlish et al. 2018 for the share of signal.
class LearningRateTooLow final : public Rule
{
public:
    using Settings = settings::rules::LearningRateTooLow;

    explicit LearningRateTooLow(LimitScale scale = {}) : m_limits{scale} {}

    bool reads(Signal signal) const override
    {
        return m_ratio.reads(signal) || m_gradients.reads(signal) || signal == Signal::GradientCorrelation || signal == Signal::TrainLoss;
    }
    OfThinned ofThinned() const override { return OfThinned::NeedsBeginning; }
    void learn(const RunFacts &facts) override { m_guessing = facts.guessingLoss; }
    void see(const Reading &reading) override;
    void endTick(const TickState &tick) override;
    std::vector<Finding> findings() const override;

private:
    static constexpr double kMinLevel = 0.8; ///< share of the loss at the start: findings begin above it
    static constexpr double kStayLevel = 0.6; ///< and end below this one
    static constexpr double kMinGradient = 2e-4; ///< gradient divided by weights; below it, the learning rate is not the cause
    static constexpr double kNoiseless = 0.95; ///< cosine of gradients without noise: they always agree
    static constexpr double kSteadyLevel = 0.2; ///< least loss, divided by its start, while gradients agree for a long time
    static constexpr double kMaxSteadyLevel = 0.95; ///< most loss, divided by its start, after that
    static constexpr std::size_t kMinValues = 25; ///< number of values before the loss is judged
    static constexpr std::size_t kMinLong = 6; ///< the same if ticks are long
    static constexpr std::int64_t kMinSteps = 150; ///< steps before the loss is judged
    static constexpr std::int64_t kLongSteps = 400; ///< steps without agreeing gradients

    struct Limits
    {
        LimitScale scale;
        double tinyUpdate = scale.below(2e-5); ///< update divided by weights that is too small
        double smallUpdate = scale.below(4e-4); ///< the same where gradients agree
        double problemUpdate = scale.below(2e-6); ///< update divided by weights that is a problem
        double agreeing = scale.share(0.2); ///< cosine of consecutive gradients that agree
        double steady = scale.share(0.45); ///< cosine of gradients that agree for a long time
    };

    /// Period from the start or the end of a warm-up, while gradients agree or the loss falls as fast as ever.
    struct Slowly
    {
        std::int64_t firstStep = 0, lastStep = 0;
        bool haveParted = false;                ///< true if gradients no longer agree, but the loss fell as fast as ever
        double cosine = 0, start = 0, loss = 0; ///< at the last step of the period
    };
    struct Small
    {
        std::optional<double> update; ///< divided by the weights
        std::int64_t firstStep = 0;   ///< first step of the losses
        double start = 0, loss = 0;
    };

    bool isStraight(const LossTrack &loss, bool orMore) const;
    void followAgreement(const TickState &tick, double cosine);
    Finding ofSmallSteps() const;
    Finding ofAgreement() const;

    Limits m_limits;
    NormRatio m_ratio{Signal::UpdateNorm}, m_gradients{Signal::GradientNorm};
    PerLine<BlockMedian> m_correlations;
    FirstLine m_loss;
    Evident<Small> m_slow{2};
    Evident<Slowly> m_steady{1};
    Slowly m_slowly;
    bool m_haveParted = false; ///< true if gradients agreed before and no longer do
    std::optional<double> m_guessing;
};

} // namespace lensboard::health
