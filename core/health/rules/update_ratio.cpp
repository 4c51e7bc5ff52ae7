#include "core/health/rules/update_ratio.h"

#include "core/health/rules/layer_span.h"
#include "core/record/message.h"

#include <algorithm>

namespace lensboard::health {

using record::message;

void UpdateRatio::see(const Reading &reading)
{
    if (m_gradients.reads(reading.line.signal))
        m_gradients.see(reading);
    if (m_ratio.reads(reading.line.signal))
        seeUpdate(reading);
}

void UpdateRatio::seeUpdate(const Reading &reading)
{
    const auto *whole = m_ratio.see(reading);
    if (!whole)
        return;
    State &state = m_lines.of(whole->line).state;
    if (++state.blocks == 1)
        return;
    const double ratio = *whole->state.ratio.last();
    state.large.look(ratio > m_settings.large, reading.step);
    // The median over all layers is worked out only where it matters.
    state.small.look(ratio < m_settings.small && ratio > 0 && m_ratio.median().value_or(0) > m_settings.usual, reading.step);
    if (state.large.isSo())
        state.largest = std::max(state.largest, ratio);
    if (state.small.isSo())
        state.least = std::min(state.least, ratio);
}

void UpdateRatio::endTick(const Moment &moment)
{
    const LossTrack &loss = moment.train;
    if (!moment.hasNewTrain || loss.count() < 10 || loss.count() % BlockMedian::kSize != 0)
        return;
    const double gradient = m_gradients.median().value_or(1), update = m_ratio.median().value_or(0);
    const bool isLost = gradient < m_settings.tinyGradient && update > m_settings.longStep && loss.level() > m_settings.leastLevel && !loss.isFalling()
                     && moment.trainAccuracy < 0.7;
    m_lost.look(isLost, moment.step);
    if (isLost) {
        m_gradient = gradient;
        m_update = update;
    }
}

Finding UpdateRatio::ofLostWeights() const
{
    Finding finding;
    finding.severity = m_lost.isSo() ? Severity::Warning : Severity::Note;
    finding.firstStep = m_lost.firstStep();
    finding.lastStep = m_lost.lastStep();
    finding.confidence = 0.7;
    finding.values = message("updates are %1 of the weights, gradients %2; below %3 gradients say little", shown(m_update), shown(m_gradient),
                             shown(m_settings.tinyGradient));
    finding.meaning = message("The weights have grown so large that steps do not change the loss any more.");
    finding.advice = message("Begin anew with a learning rate ten times lower, or warm it up.");
    const Line &line = m_ratio.lines().begin()->line;
    finding.evidence = {{line.tag, {}, line.label, m_settings.longStep}};
    return finding;
}

Finding UpdateRatio::finding(bool large) const
{
    LayerSpan span;
    double worst = large ? 0 : 1e300;
    for (const auto *entry : m_lines.inModelOrder())
        if (const State &state = entry->state; span.add(entry->line, large ? state.large : state.small))
            worst = large ? std::max(worst, state.largest) : std::min(worst, state.least);
    Finding finding = std::move(span.finding);
    if (span.last)
        finding.evidence = {{span.last->tag, finding.layers, span.last->label}};
    finding.severity = span.severity(large && worst > m_settings.problem);
    finding.confidence = 0.8;
    finding.values = large ? message("a step changes weights by up to %1 of themselves; at most %2 is usual", shown(worst), shown(m_settings.large))
                           : message("a step changes weights by %1 of themselves, others by more than %2", shown(worst), shown(m_settings.usual));
    finding.meaning = large ? message("Steps are about as long as the weights: what was learnt does not last.")
                            : message("These layers hardly move while others learn.");
    finding.advice = large ? message("Lower the learning rate or the weight decay; warm up; see whether these weights began very small.")
                           : message("See whether gradients reach these layers, and whether they have a learning rate of their own.");
    return finding;
}

std::vector<Finding> UpdateRatio::findings() const
{
    std::vector<Finding> all;
    for (const bool large : {true, false})
        if (Finding each = finding(large); !each.layers.empty())
            all.push_back(std::move(each));
    if (m_lost.wasEver())
        all.push_back(ofLostWeights());
    return all;
}

} // namespace lensboard::health
