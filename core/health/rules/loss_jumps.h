#pragma once

#include "core/experiment/settings/rules/loss_rules.h"
#include "core/health/rules/loss_rule.h"

namespace lensboard::health {

/// The loss is worse than at the start, or lost what it had gained, and stays so.
///
/// With medians of five values: above twice the start; or back up by 0.7 of what it had fallen, if it had fallen by six standard deviations
/// of its noise; two, or ten, ticks long. A loss that begins at more than three times that of guessing, cross entropy or that of a regression, is a warning, more
/// than ten times a problem.
/// Source: the factor of two is that of Lightning's SpikeDetection, rtol 2.
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
    double m_worst = 0, m_bestBefore = 0; ///< while it was so
    double m_ofGuessing = 0, m_overGuessing = 0; ///< of the first five values, the median by that of guessing
    double m_worstOverGuessing = 0;              ///< since then, up to where it came down
    std::int64_t m_overUntil = 0, m_lookedAt = 0; ///< steps
    int m_overStart = 0, m_lost = 0; ///< ticks in a row
    bool m_isSo = false, m_wasEver = false;
    std::int64_t m_turn = 0, m_first = 0, m_last = 0, m_begin = 0;
};

/// The loss jumps for a moment.
///
/// A value above the median of the last five by twelve standard deviations of the noise, by the median itself, and by half of
/// what the loss had fallen; not within the first ten. One is a note, a second one a warning, and one far above where the loss began.
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
