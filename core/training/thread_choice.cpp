#include "core/training/thread_choice.h"

#include <algorithm>
#include <numeric>

namespace lensboard::training {

namespace {

constexpr std::size_t kSteps = 5;      ///< number of steps for a median
constexpr std::size_t kTrialSteps = 4; ///< including the warm-up step
constexpr double kWorthIt = 0.9;       ///< fraction of the median before; smaller gains are noise
constexpr double kHopeless = 2;        ///< a trial ends early if a step takes this many times the median
constexpr double kSlower = 1.5;        ///< steps this many times slower than at the last choice start a trial: the load changed
constexpr double kPausePerCost = 50;   ///< seconds without a trial for each second that the last one cost
constexpr ThreadChoice::Clock::duration kShortestInterval = std::chrono::seconds(2), kLongestInterval = std::chrono::seconds(60); ///< between regular trials

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

ThreadChoice::Clock::duration inClock(double seconds)
{
    return std::chrono::duration_cast<ThreadChoice::Clock::duration>(std::chrono::duration<double>(seconds));
}

} // namespace

std::optional<ThreadChoice::Change> ThreadChoice::endStep(double seconds, Clock::time_point now)
{
    if (isFixed())
        return std::nullopt;
    if (m_trial) {
        m_tried.push_back(seconds);
        const bool isLost = m_tried.size() > 1 && seconds > kHopeless * median(m_recent);
        return m_tried.size() == kTrialSteps || isLost ? endTrial(now) : std::nullopt;
    }
    m_recent.push_back(seconds);
    if (m_recent.size() > kSteps)
        m_recent.erase(m_recent.begin());
    m_trial = m_recent.size() == kSteps && isTrialDue(now);
    return std::nullopt;
}

bool ThreadChoice::isTrialDue(Clock::time_point now) const
{
    return m_secondsAtChoice == 0 || now >= m_nextRegular || (now >= m_notBefore && median(m_recent) > kSlower * m_secondsAtChoice);
}

std::optional<ThreadChoice::Change> ThreadChoice::endTrial(Clock::time_point now)
{
    const double current = median(m_recent), tried = median({m_tried.begin() + 1, m_tried.end()});
    const bool isWon = tried < kWorthIt * current;
    const double spent = std::accumulate(m_tried.begin(), m_tried.end(), 0.0);
    const auto pause = inClock(kPausePerCost * std::max(0.0, spent - static_cast<double>(m_tried.size()) * std::min(current, tried)));
    m_interval = isWon ? kShortestInterval : std::clamp(2 * m_interval, kShortestInterval, kLongestInterval);
    m_notBefore = now + pause;
    m_nextRegular = now + std::max(pause, m_interval);
    m_secondsAtChoice = isWon ? tried : current;
    m_trial = false;
    m_tried.clear();
    if (!isWon)
        return std::nullopt;
    m_chosen = other();
    m_recent.clear();
    return Change{m_chosen, current, tried};
}

} // namespace lensboard::training
