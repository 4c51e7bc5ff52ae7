#pragma once

#include "core/experiment/settings/rules/loss_rules.h"
#include "core/health/rules/loss_rule.h"
#include "core/health/rules/persistence.h"

namespace lensboard::health {

/// The loss does not fall from where it began.
///
/// The last two fifths of the run have a loss less than 2 % below the first fifth, or what noise can do, nor has any median of five been further below than
/// 6 % and four standard deviations of the noise; after enough ticks and steps, or validations. Not while the rate warms up, nor if
/// the model is good already, nor if it fell before it rose. A loss that begins to fall later leaves a note.
/// Or cross entropy has come down to that of guessing, and never below 0.97 of it; or the loss of a regression has never been below 0.97 of what the mean of its targets has at most.
/// Source: SageMaker Debugger's LossNotDecreasing (10 steps, any decrease), with the noise of this run.
class LossNotDecreasing final : public LossRule
{
public:
    using Settings = settings::rules::LossNotDecreasing;

    explicit LossNotDecreasing(const Settings &settings = {}) : m_settings(settings) {}

    void endTick(const Moment &moment) override;
    std::vector<Finding> findings() const override;

private:
    bool isEnough(const Moment &moment) const;
    bool isStuck(const Moment &moment, double leastFall) const;
    bool isAtGuessing(const Moment &moment) const;

    struct Stuck
    {
        bool isGuessing = false;
        std::size_t count = 0; ///< of losses
        double start = 0, late = 0, most = 0;
    };

    Settings m_settings;
    Evident<Stuck> m_stuck{2};
    bool m_hasFallen = false;
    std::int64_t m_begin = 0;
};

/// The loss fell and stands still while it is still high.
///
/// The last quarter of the run is less than 0.5 % of the start, and less than half a standard deviation of the noise, below the quarter before, nor
/// is it above that by 5 % of the start and the noise. A note above a fifth of where it began, a warning above four fifths. Or, whatever the loss did, a warning if the learning rate was below a thousandth of its
/// greatest for a third of the run: a schedule that ends there does so at the end.
/// Source: NeuroScope's plateau (slope below 1e-4 of the first), with the level and the rate, which tell a plateau from the end.
class Plateau final : public LossRule
{
public:
    using Settings = settings::rules::Plateau;

    explicit Plateau(const Settings &settings = {}) : m_settings(settings) {}

    bool reads(Signal signal) const override { return LossRule::reads(signal) || signal == Signal::LearningRate; }
    void see(const Reading &reading) override;
    void endTick(const Moment &moment) override;
    std::vector<Finding> findings() const override;

private:
    struct Standstill
    {
        double level = 0, before = 0, now = 0, accuracy = 0;
    };
    struct Killed
    {
        std::int64_t lastStep = 0;
        double rate = 0, greatestRate = 0;
        Standstill loss;
    };

    static Standstill standstillOf(const Moment &moment);
    void followRate(const Moment &moment);
    Finding ofKilledRate() const;
    Finding ofFlatLoss() const;

    Settings m_settings;
    FirstLine m_rateLine;
    Evident<Standstill> m_flat{3};
    std::int64_t m_killedStep = 0; ///< 0 while the rate is not tiny
    std::optional<Killed> m_killed; ///< now
};

} // namespace lensboard::health
