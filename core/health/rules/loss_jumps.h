#pragma once

#include "core/experiment/settings/rule_settings.h"
#include "core/health/limit_scale.h"
#include "core/health/rules/loss_rule.h"

namespace lensboard::health {

/// The loss is worse than at the start, or lost its gain, and stays there.
///
/// With medians of five values: above twice the start for five ticks (two if ticks are long), a problem; or back up by 0.7 of the fall, if the fall was six standard
/// deviations of the noise, for ten ticks (three if they are long) without coming down again: a problem if it is back at the start, otherwise a warning. After a restart
/// of the learning rate, that takes thirty ticks. A loss that came down again is a note, unless the training is known to begin from scratch. An initial loss above three times the loss of guessing (cross entropy or regression) is a
/// warning, above ten times a problem until it comes down.
/// Source: the factor of two is from Lightning's SpikeDetection, rtol 2.
class LossDiverging final : public LossRule
{
public:
    using Settings = settings::rules::LossDiverging;

    explicit LossDiverging(LimitScale scale = {}) : m_limits{scale} {}

    void endTick(const TickState &tick) override;
    std::vector<Finding> findings() const override;

private:
    static constexpr double kFarAboveGuessing = 10; ///< problem above so many times the loss of guessing
    static constexpr std::size_t kMinValues = 10, kMinLong = 4; ///< numbers of first values that cannot be lost; the second if ticks are long
    static constexpr double kNoises = 6; ///< standard deviations of the noise; a smaller fall does not count

    struct Limits
    {
        LimitScale scale;
        double aboveStart = scale.above(1); ///< rise above the start, divided by the start, that is a problem
        double mostOfGuessing = scale.above(3); ///< warning above so many times the loss of guessing
        double lost = scale.share(0.7); ///< share of the loss's fall that it may rise again
    };

    bool isComingDown(const LossTrack &loss) const;
    Finding finding() const;

    Limits m_limits;
    double m_start = 0;
    double m_worst = 0, m_bestBefore = 0; ///< while diverging
    double m_ofGuessing = 0, m_overGuessing = 0; ///< from the median of the first five values: the loss of guessing, and the value divided by it
    double m_worstOverGuessing = 0;              ///< the highest since then, until the loss came down
    std::int64_t m_overUntil = 0, m_lookedAt = 0; ///< steps
    int m_overStart = 0, m_lost = 0; ///< ticks in a row
    double m_rateAtBest = 0;
    bool m_isPastStart = false, m_isOverGuessing = false;
    bool m_isSo = false, m_wasEver = false, m_isFromScratch = false;
    std::int64_t m_turn = 0, m_first = 0, m_last = 0, m_begin = 0;
};

/// The loss jumps for a tick.
///
/// A value exceeds the median of the last five by twelve standard deviations of the noise, by the median itself, and by half of the fall so far;
/// the first ten values do not count. One spike is a note; a second spike, or one far above the initial loss, is a warning.
/// In a long tick, a batch within the tick spikes if the tick's mean and deviation prove a loss above ten times that of guessing, or of the first tick if
/// that is not known: no values from 0 to m have a mean a and a variance above a (m - a). The first tick does not count.
/// A spike is slow if five of its first six values are above a twentieth of its height, as with new and harder data. Slow spikes are a note, unless
/// the training is known to begin from scratch.
/// A loss that is still above a quarter of that height five values later has not spiked, but has a new level. If values between the usual ones and the spikes are not rarer than a third of the spikes, the loss has a heavy tail, as with a batch size of 1,
/// and nothing is reported.
/// Source: after Lightning's SpikeDetection (window 10, rtol 2), with the noise of this run.
class LossSpike final : public LossRule
{
public:
    using Settings = settings::rules::LossSpike;

    explicit LossSpike(LimitScale scale = {}) : m_limits{scale} {}

    bool reads(Signal signal) const override { return LossRule::reads(signal) || signal == Signal::TrainLossUpper; }
    void see(const Reading &reading) override;
    void endTick(const TickState &tick) override;
    std::vector<Finding> findings() const override;

private:
    static constexpr std::size_t kWarmUp = 10, kWarmUpLong = 3; ///< numbers of first values that are not judged; the second if ticks are long
    static constexpr double kFarAboveStart = 3; ///< warning above so many times the loss at the start

    struct Limits
    {
        LimitScale scale;
        double noises = scale.above(12); ///< least height above the median of the last five, in standard deviations of the noise
        double ofMedian = scale.above(1); ///< least height, divided by that median
        double ofFallen = scale.above(0.5); ///< least height, divided by the loss's fall
        double ofGuessing = scale.above(10); ///< loss of a batch within a long tick, divided by that of guessing
    };

    struct Spike
    {
        std::int64_t step = 0, last = 0; ///< of its first and last high value
        double highest = 0, usual = 0, limit = 0;
        int seen = 0, slow = 0; ///< number of values; slow: among the first six, above a twentieth of the height

        void see(double value);
        bool isSlow() const { return slow >= 5; }
    };
    struct Spikes
    {
        std::size_t count = 0;
        std::int64_t first = 0, last = 0; ///< steps
        Spike highest;

        void add(const Spike &spike);
    };

    void add(const Spike &spike);
    void followSpread(const LossTrack &loss, double upper);
    bool isSpike(const LossTrack &loss) const;
    double highestUsual(const LossTrack &loss) const;

    Limits m_limits;
    bool m_isFromScratch = false;
    double m_noise = 0; ///< before the last value
    std::optional<double> m_upper; ///< mean plus deviation of this tick
    double m_start = 0;
    Spikes m_spikes, m_fast; ///< all spikes; all but the slow ones
    std::optional<Spike> m_current; ///< until it is known whether the loss comes down again
    std::size_t m_since = 1000;     ///< number of values since the last high one
    std::size_t m_high = 0, m_half = 0; ///< number of values above the limit, and above half of it
};

} // namespace lensboard::health
