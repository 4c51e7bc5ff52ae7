#include "core/health/rules/batch_norm_drift.h"

#include "core/health/rules/layer_span.h"
#include "core/record/message.h"

namespace lensboard::health {

using record::message;

void BatchNormDrift::see(const Reading &reading)
{
    State &state = m_lines.of(reading.line).state;
    const auto drift = reading.line.signal == Signal::TrainingDrift ? state.training.add(reading.value, reading.step) : std::optional(reading.value);
    if (!drift)
        return;
    const auto isFar = [this](double each) { return each > m_limits.warning; };
    const bool isOfTraining = reading.line.signal == Signal::TrainingDrift;
    state.far.look(isFar(*drift), reading.step, isOfTraining ? state.training.firstStep(isFar) : reading.step, *drift);
}

std::vector<Finding> BatchNormDrift::findings() const
{
    LayerSpan span;
    double worst = 0;
    bool isOfTraining = false;
    for (const auto *entry : m_lines.inModelOrder())
        if (span.add(entry->line, entry->state.far)) {
            worst = std::max(worst, entry->state.far.shown());
            isOfTraining = isOfTraining || entry->line.signal == Signal::TrainingDrift;
        }
    if (!span.last)
        return {};
    Finding finding = std::move(span.finding);
    finding.severity = span.severity(worst > m_limits.problem);
    finding.confidence = 0.8;
    finding.values = message("batches are up to %1 nats from the running mean and variance; above %2 is too far", shown(worst), shown(m_limits.warning));
    finding.meaning = isOfTraining ? message("These layers use other statistics in evaluation than in training, so evaluation tests a different model.")
                                   : message("Evaluation brings these layers other inputs than training did.");
    finding.advice = isOfTraining ? message("Raise the layers' momentum (in PyTorch, the share of each batch); pass no other data through them in training mode.")
                                  : message("See whether validation data are prepared as training data are.");
    finding.evidence = {{span.last->tag, finding.layers, span.last->label, m_limits.warning}};
    return {std::move(finding)};
}

} // namespace lensboard::health
