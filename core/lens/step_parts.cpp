#include "core/lens/step_parts.h"

#include <algorithm>
#include <utility>

namespace lensboard::lens {

/// Adds the time since the last moment to the current part.
void StepParts::count(Clock::time_point now)
{
    const double seconds = m_since ? std::chrono::duration<double>(now - *m_since).count() : 0;
    m_since = now;
    if (m_part == Optimizer)
        m_afterBackward += seconds;
    else if (m_part)
        m_step[*m_part] += seconds;
}

void StepParts::enter(Part part, Clock::time_point now)
{
    count(now);
    m_step[part == Forward ? Between : Optimizer] += std::exchange(m_afterBackward, 0);
    m_part = part;
}

void StepParts::exit(Clock::time_point now)
{
    count(now);
    m_part.reset();
}

void StepParts::waited(double seconds, Clock::time_point now)
{
    if (!m_part)
        return;
    count(now);
    double &before = *m_part == Optimizer ? m_afterBackward : m_step[*m_part];
    const double counted = std::min(seconds, before);
    before -= counted;
    m_step[Waiting] += counted;
}

void StepParts::endStep(Clock::time_point now)
{
    enter(Between, now);
    if (m_isWhole)
        for (std::size_t part = 0; part < kParts; ++part)
            m_means[part].add(m_step[part]);
    m_step = {};
    m_isWhole = true;
}

} // namespace lensboard::lens
