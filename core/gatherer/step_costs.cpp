#include "core/gatherer/step_costs.h"

#include <algorithm>

namespace lensboard::gatherer {

namespace {

constexpr std::int64_t kHorizon = 100; ///< steps

} // namespace

void StepCosts::charge(Account account, double seconds)
{
    if (account >= m_costs.size())
        m_costs.resize(account + 1);
    (m_ofTick ? m_costs[account].inTick : m_costs[account].inStep) += seconds;
}

void StepCosts::endStep()
{
    if (m_steps % m_timedEvery == 0) {
        const std::int64_t timed = std::min(m_steps, kHorizon) / m_timedEvery + 1;
        m_lastStep.clear();
        for (const Cost &cost : m_costs)
            m_lastStep.push_back(cost.inStep);
        for (Cost &cost : m_costs)
            cost.ofSteps += (std::exchange(cost.inStep, 0) - cost.ofSteps) / static_cast<double>(timed);
    }
    ++m_steps;
    ++m_stepsInTick;
}

void StepCosts::endTick()
{
    m_lastTick.clear();
    for (const Cost &cost : m_costs)
        m_lastTick.push_back(cost.inTick);
    const auto steps = static_cast<double>(std::exchange(m_stepsInTick, 0));
    if (steps == 0)
        return;
    const double weight = steps / std::max(steps, static_cast<double>(std::min(m_steps, kHorizon)));
    for (Cost &cost : m_costs)
        cost.ofTicks += (std::exchange(cost.inTick, 0) / steps - cost.ofTicks) * weight;
}

void StepCosts::restart()
{
    m_costs.clear();
    m_steps = 0;
    m_stepsInTick = 0;
}

double StepCosts::secondsPerStep(Account account) const
{
    return account < m_costs.size() ? m_costs[account].ofSteps + m_costs[account].ofTicks : 0;
}

double StepCosts::secondsPerStep() const
{
    double seconds = 0;
    for (const Cost &cost : m_costs)
        seconds += cost.ofSteps + cost.ofTicks;
    return seconds;
}

} // namespace lensboard::gatherer
