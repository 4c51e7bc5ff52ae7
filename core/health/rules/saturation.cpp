#include "core/health/rules/saturation.h"

#include "core/health/rules/layer_span.h"
#include "core/record/message.h"

#include <algorithm>

namespace lensboard::health {

using record::message;

void Saturation::see(const Reading &reading)
{
    auto &[line, state] = m_lines.of(reading.line);
    const auto share = state.share.add(reading.value, reading.step);
    if (!share)
        return;
    const double most = line.signal == Signal::SaturationRate ? m_limits.outputs : m_limits.units;
    state.many.look(*share > most && m_isHigh, reading.step, state.share.firstStep([most](double each) { return each > most; }), *share);
}

void Saturation::endTick(const TickState &tick)
{
    constexpr double kOfGuessing = 0.5, kLowAccuracy = 0.7;
    const double accuracy = std::max(tick.trainAccuracy, tick.validationAccuracy);
    m_isHigh = tick.train.level() > kMinLevel || (m_guessing && tick.train.recent() > kOfGuessing * *m_guessing)
               || (accuracy > 0 && accuracy < kLowAccuracy);
}

std::vector<Finding> Saturation::findings() const
{
    LayerSpan span;
    double worstOutputs = 0, worstUnits = 0;
    const Line *outputs = nullptr, *units = nullptr;
    for (const auto *entry : m_lines.inModelOrder()) {
        const Line &line = entry->line;
        const bool isOfOutputs = line.signal == Signal::SaturationRate;
        if (!span.add(line, entry->state.many))
            continue;
        double &worst = isOfOutputs ? worstOutputs : worstUnits;
        worst = std::max(worst, entry->state.many.shown());
        (isOfOutputs ? outputs : units) = &line;
    }
    if (!span.last)
        return {};
    const Line &shownLine = outputs ? *outputs : *units;
    Finding finding = std::move(span.finding);
    finding.severity = span.severity(worstOutputs > m_limits.problemOutputs);
    finding.confidence = 0.8;
    finding.values = outputs ? message("up to %1 % of the outputs are saturated; above %2 % is too many", shown(100 * worstOutputs), shown(100 * m_limits.outputs))
                             : message("up to %1 % of the units are saturated for a whole batch; above %2 % is too many", shown(100 * worstUnits),
                                       shown(100 * m_limits.units));
    finding.meaning = message("These activations lie where they are flat: hardly any gradient passes them.");
    finding.advice = message("Begin with smaller weights, normalise the inputs, lower the learning rate, or use ReLU or GELU.");
    finding.evidence = {{shownLine.tag, finding.layers, shownLine.label, outputs ? m_limits.outputs : m_limits.units}};
    return {std::move(finding)};
}

} // namespace lensboard::health
