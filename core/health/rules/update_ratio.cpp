#include "core/health/rules/update_ratio.h"

#include "core/health/rules/layer_span.h"
#include "core/record/message.h"

#include <algorithm>
#include <limits>

namespace lensboard::health {

using record::message;

namespace {

constexpr double kGrown = 2, kShrunk = 0.1; ///< factors of the initial norm

} // namespace

void UpdateRatio::see(const Reading &reading)
{
    if (reading.line.signal == Signal::ParameterNorm && reading.line.isWeight)
        m_weights.see(reading.line);
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
    const auto isLarge = [this](double each) { return each > m_limits.large; };
    const auto isSmall = [this](double each) { return each < m_limits.small && each > 0; };
    state.large.look(isLarge(ratio), reading.step, whole->state.ratio.firstStep(isLarge), ratio);
    // Computes the median over all layers only if needed.
    state.small.look(isSmall(ratio) && m_ratio.median().value_or(0) > kUsual, reading.step, whole->state.ratio.firstStep(isSmall), ratio);
}

void UpdateRatio::endTick(const TickState &tick)
{
    const LossTrack &loss = tick.train;
    const bool isLong = loss.hasLongTicks();
    if (!tick.hasNewTrain || loss.count() < (isLong ? 4 : 10) || !(isLong || loss.isBlockEnd()))
        return;
    const double gradient = m_gradients.median().value_or(1), update = m_ratio.median().value_or(0);
    const auto growth = m_gradients.growth();
    const bool isHigh = loss.level() > kMinLevel && !loss.isFalling() && tick.trainAccuracy < 0.7;
    const bool isFaded = isHigh && growth && *growth < kShrunk;
    const bool isLost = isHigh && !isFaded && gradient < kTinyGradient && update > kLongStep;
    m_faded.look(isFaded, tick.step, growth.value_or(1));
    m_lost.look(isLost, tick.step, {update, gradient, growth});
}

Finding UpdateRatio::ofLostWeights() const
{
    const auto &[update, gradient, growth] = m_lost.shown();
    Finding finding;
    finding.severity = m_lost.isSo() ? Severity::Warning : Severity::Note;
    finding.firstStep = m_lost.firstStep();
    finding.lastStep = m_lost.lastStep();
    finding.confidence = 0.7;
    finding.values = message("updates are %1 of the weights, gradients %2; below %3 gradients say little", shown(update), shown(gradient),
                             shown(kTinyGradient));
    finding.meaning = growth && *growth > kGrown ? message("The weights have grown so large that steps do not change the loss any more.")
                                                     : message("Gradients are next to nothing beside the weights: steps go on, but do not change the loss.");
    finding.advice = message("Begin anew with a learning rate ten times lower, or warm it up.");
    finding.evidence = {m_ratio.evidence(kLongStep)};
    return finding;
}

Finding UpdateRatio::ofFadedWeights() const
{
    Finding finding;
    finding.severity = m_faded.isSo() ? Severity::Warning : Severity::Note;
    finding.firstStep = m_faded.firstStep();
    finding.lastStep = m_faded.lastStep();
    finding.confidence = 0.85;
    finding.values = message("weights are %1 of their initial size, in the median of all layers", shown(m_faded.shown()));
    finding.meaning = message("The weights fade away: weight decay takes more from them than gradients give.");
    finding.advice = message("Lower the weight decay, or leave it out.");
    finding.evidence = {m_weights.evidence()};
    return finding;
}

Finding UpdateRatio::finding(bool large) const
{
    LayerSpan span;
    double worst = large ? 0 : std::numeric_limits<double>::infinity();
    for (const auto *entry : m_lines.inModelOrder()) {
        const State &state = entry->state;
        if (large && span.add(entry->line, state.large))
            worst = std::max(worst, state.large.shown());
        if (!large && span.add(entry->line, state.small))
            worst = std::min(worst, state.small.shown());
    }
    Finding finding = std::move(span.finding);
    if (span.last)
        finding.evidence = {{span.last->tag, finding.layers, span.last->label,
                             span.last->signal == Signal::UpdateRatio ? std::optional(large ? m_limits.large : m_limits.small) : std::nullopt}};
    finding.severity = span.severity(large && worst > m_limits.problem);
    finding.confidence = 0.8;
    finding.values = large ? message("a step changes weights by up to %1 of themselves; at most %2 is usual", shown(worst), shown(m_limits.large))
                           : message("a step changes weights by %1 of themselves, others by more than %2", shown(worst), shown(kUsual));
    finding.meaning = large ? message("Steps are about as long as the weights: each step overwrites earlier progress.")
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
    if (m_faded.wasEver())
        all.push_back(ofFadedWeights());
    return all;
}

} // namespace lensboard::health
