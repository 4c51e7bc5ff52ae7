#pragma once

#include "core/experiment/settings/rules/loss_rules.h"
#include "core/health/rules/loss_rule.h"

namespace lensboard::health {

/// The loss is worse than at the start, or lost its gain, and stays there.
///
/// With medians of five values: above twice the start for two ticks; or back up by 0.7 of the fall, if the fall was six standard deviations of
/// the noise, for ten ticks. An initial loss above three times the loss of guessing (cross entropy or regression) is a warning, above ten times a
/// problem.
/// Source: the factor of two is from Lightning's SpikeDetection, rtol 2.
class LossDiverging final : public LossRule
{
public:
    using Settings = settings::rules::LossDiverging;

    explicit LossDiverging(const Settings &settings = {}) : m_settings(settings) {}

    void endTick(const Moment &moment) override;
    std::vector<Finding> findings() const override;

private:
    Finding finding() const;

    Settings m_settings;
    double m_start = 0;
    double m_worst = 0, m_bestBefore = 0; ///< while diverging
    double m_ofGuessing = 0, m_overGuessing = 0; ///< from the median of the first five values: the loss of guessing, and the value divided by it
    double m_worstOverGuessing = 0;              ///< the highest since then, until the loss came down
    std::int64_t m_overUntil = 0, m_lookedAt = 0; ///< steps
    int m_overStart = 0, m_lost = 0; ///< ticks in a row
    bool m_isSo = false, m_wasEver = false;
    std::int64_t m_turn = 0, m_first = 0, m_last = 0, m_begin = 0;
};

/// The loss jumps for a moment.
///
/// A value exceeds the median of the last five by twelve standard deviations of the noise, by the median itself, and by half of the fall so far;
/// the first ten values do not count. One spike is a note; a second spike, or one far above the initial loss, is a warning.
/// Source: after Lightning's SpikeDetection (window 10, rtol 2), with the noise of this run.
class LossSpike final : public LossRule
{
public:
    using Settings = settings::rules::LossSpike;

    explicit LossSpike(const Settings &settings = {}) : m_settings(settings) {}

    void endTick(const Moment &moment) override;
    std::vector<Finding> findings() const override;

private:
    bool isSpike(const LossTrack &loss) const;
    double highestUsual(const LossTrack &loss) const;

    Settings m_settings;
    double m_noise = 0; ///< before the last value
    std::size_t m_count = 0, m_since = 1000;
    double m_worst = 0, m_usual = 0, m_limit = 0, m_start = 0;
    std::int64_t m_first = 0, m_last = 0;
};

} // namespace lensboard::health
