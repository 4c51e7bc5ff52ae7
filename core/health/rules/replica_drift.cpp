#include "core/health/rules/replica_drift.h"

#include "core/record/message.h"

namespace lensboard::health {

using record::message;

record::Message driftText(const record::Message &parameters)
{
    return message("The processes drift apart: these parameters now differ from the first process: %1", parameters);
}

void ReplicaDrift::note(const record::RunEvent &event)
{
    if (event.kind != record::RunEvent::Kind::Warning || !event.text.starts_with(driftText({})))
        return;
    if (m_text.empty()) {
        m_text = event.text;
        m_first = event.step;
    }
    m_last = event.step;
}

std::vector<Finding> ReplicaDrift::findings() const
{
    if (m_text.empty())
        return {};
    Finding finding;
    finding.severity = Severity::Problem;
    finding.firstStep = m_first;
    finding.lastStep = m_last;
    finding.values = m_text;
    finding.meaning = message("Each process trains a model of its own from there on, and their mean is none of them.");
    finding.advice = message("See whether all processes begin with the same weights, and whether something changes parameters besides the optimizer, or differently in each.");
    return {finding};
}

} // namespace lensboard::health
