#include "core/health/rules/clipping_always_active.h"

#include "core/record/message.h"

#include <cmath>

namespace lensboard::health {

using record::message;

void ClippingAlwaysActive::see(const Reading &reading)
{
    m_line.see(reading.line);
    m_squares += reading.value * reading.value * (reading.line.isRms ? reading.line.size : 1);
    m_hasNew = true;
}

void ClippingAlwaysActive::endTick(const TickState &tick)
{
    if (!m_limit || !std::exchange(m_hasNew, false))
        return;
    const double ratio = std::sqrt(std::exchange(m_squares, 0)) / *m_limit;
    if (m_ticks++ == 0)
        m_first = tick.step;
    m_last = tick.step;
    m_clipped += ratio > 1;
    m_ratio.add(ratio, tick.step);
    m_leastTicks = tick.train.hasLongTicks() ? kMinLong : kMinTicks;
}

std::vector<Finding> ClippingAlwaysActive::findings() const
{
    const double ratio = m_ratio.last().value_or(0);
    const bool isAlways = static_cast<double>(m_clipped) >= kShare * static_cast<double>(m_ticks);
    if (!m_limit || m_ticks < m_leastTicks || !isAlways || ratio < m_limits.ratio)
        return {};
    Finding finding;
    finding.severity = ratio < m_limits.warningRatio ? Severity::Note : Severity::Warning;
    finding.firstStep = m_first;
    finding.lastStep = m_last;
    finding.confidence = 0.8;
    finding.values = message("gradients are clipped at %1 of %2 ticks, and %3 times as large as the limit of %4", m_clipped, m_ticks, shown(ratio),
                             shown(*m_limit));
    finding.meaning = message("Every step is as long as the limit says, however large the gradient is: the limit has become a second learning rate.");
    finding.advice = message("Raise the limit to a few times the usual norm of the gradient, and set the learning rate anew.");
    finding.evidence = {m_line.evidence()};
    return {std::move(finding)};
}

} // namespace lensboard::health
