#include "core/health/rules/data_starvation.h"

#include "core/health/step_seconds.h"
#include "core/record/message.h"

#include <utility>

namespace lensboard::health {

using record::message;

void DataStarvation::see(const Reading &reading)
{
    const Signal signal = reading.line.signal;
    if (signal == Signal::PartTime) {
        m_parts[reading.line.label] = reading.value;
        return m_line.see(reading.line);
    }
    (signal == Signal::DataWait ? m_wait : signal == Signal::DataTime ? m_data : m_step) = reading.value;
    if (signal != Signal::StepTime)
        m_line.see(reading.line);
    m_isShare = m_isShare || signal == Signal::DataWait;
}

void DataStarvation::endTick(const TickState &tick)
{
    const auto data = std::exchange(m_data, std::nullopt), step = std::exchange(m_step, std::nullopt);
    auto share = std::exchange(m_wait, std::nullopt);
    const auto parts = std::exchange(m_parts, {});
    if (const double whole = stepSeconds(parts); !share && whole > 0 && parts.contains("waiting for data"))
        share = parts.at("waiting for data") / whole;
    if (!share && data && step && *step > 0 && *data <= *step)
        share = *data / *step;
    if (const auto median = share ? m_share.add(*share, tick.step) : std::nullopt)
        m_starves.look(*median > m_limits.share, tick.step, m_share.firstStep([this](double each) { return each > m_limits.share; }), *median);
}

std::vector<Finding> DataStarvation::findings() const
{
    if (!m_starves.wasEver())
        return {};
    Finding finding;
    finding.severity = m_starves.isSo() ? Severity::Warning : Severity::Note;
    finding.firstStep = m_starves.firstStep();
    finding.lastStep = m_starves.lastStep();
    finding.confidence = 0.9;
    finding.values = message("the training waits for data in %1 % of the time; more than %2 % is too much", shown(100 * m_starves.shown()), shown(100 * m_limits.share));
    finding.meaning = message("The model could train faster than its data come.");
    finding.advice = message("Load in more processes and ahead, store the data smaller or nearer, and prepare them once, not in every epoch.");
    finding.evidence = {m_line.evidence(m_isShare ? std::optional(m_limits.share) : std::nullopt)};
    return {std::move(finding)};
}

} // namespace lensboard::health
