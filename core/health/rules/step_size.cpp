#include "core/health/rules/step_size.h"

#include "core/record/message.h"

#include <algorithm>
#include <cmath>

namespace lensboard::health {

using record::message;

namespace {

std::optional<double> middleOf(const PerLine<BlockMedian> &lines, Signal signal)
{
    std::vector<double> values;
    for (const auto &entry : lines)
        if (entry.line.signal == signal && entry.state.last())
            values.push_back(*entry.state.last());
    return values.empty() ? std::nullopt : std::optional(medianOf(values));
}

} // namespace

void Oscillation::see(const Reading &reading)
{
    if (reading.line.isWeight)
        m_lines.of(reading.line).state.add(reading.value, reading.step);
}

/// Returns the lower of the gradients' and updates' cosines, since momentum makes updates agree.
double Oscillation::middle() const
{
    return std::min(middleOf(m_lines, Signal::GradientCorrelation).value_or(1), middleOf(m_lines, Signal::UpdateCorrelation).value_or(1));
}

void Oscillation::endTick(const TickState &tick)
{
    const LossTrack &loss = tick.train;
    if (m_lines.empty() || !m_ticks.add(0, tick.step) || loss.count() < (loss.hasLongTicks() ? kMinLong : kMinValues))
        return;
    const double cosine = middle();
    m_opposed.look(cosine < -m_limits.opposed && loss.level() > (loss.isFalling() ? kProblemLevel : kMinLevel), tick.step,
                   m_ticks.firstStep(), Opposed{cosine, loss.level()});
}

std::vector<Finding> Oscillation::findings() const
{
    if (!m_opposed.wasEver())
        return {};
    const auto &[cosine, level] = m_opposed.shown();
    Finding finding;
    finding.severity = !m_opposed.isSo() ? Severity::Note : level > kProblemLevel ? Severity::Problem : Severity::Warning;
    finding.firstStep = m_opposed.firstStep();
    finding.lastStep = m_opposed.lastStep();
    finding.confidence = 0.8;
    finding.values = message("cosine of consecutive steps %1, below %2; the loss is at %3 of its start", shown(cosine),
                             shown(-m_limits.opposed), shown(level));
    finding.meaning = message("Each step undoes much of the previous step: the learning rate is at the limit for this model.");
    finding.advice = message("Lower the learning rate by a factor of two to ten, or take larger batches.");
    const Line &line = m_lines.begin()->line;
    finding.evidence = {{line.tag, {}, line.label, -m_limits.opposed}};
    return {finding};
}

void LearningRateTooLow::see(const Reading &reading)
{
    if (reading.line.signal == Signal::TrainLoss) {
        m_loss.see(reading.line);
    } else if (reading.line.signal == Signal::GradientCorrelation) {
        if (reading.line.isWeight)
            m_correlations.of(reading.line).state.add(reading.value, reading.step);
    } else {
        if (m_ratio.reads(reading.line.signal))
            m_ratio.see(reading);
        if (m_gradients.reads(reading.line.signal))
            m_gradients.see(reading);
    }
}

/// Returns true if the mean loss fell from the second to the last third of the run half to twice as much as before, or more if \p orMore.
/// Both falls must exceed the noise of the thirds' means.
bool LearningRateTooLow::isStraight(const LossTrack &loss, bool orMore) const
{
    const double a = loss.meanOver(0, 0.34), b = loss.meanOver(0.34, 0.67), c = loss.meanOver(0.67, 1);
    const double noise = 3 * loss.noise() / std::sqrt(static_cast<double>(loss.count()) / 3);
    return a - b > noise && b - c > noise && b - c > 0.5 * (a - b) && (orMore || b - c < 2 * (a - b));
}

void LearningRateTooLow::followAgreement(const TickState &tick, double cosine)
{
    const LossTrack &loss = tick.train;
    if (m_slowly.firstStep == 0 || tick.rate.isWarmingUp())
        m_slowly.firstStep = m_slowly.lastStep = tick.step;
    const bool mayBeSlow = cosine < kNoiseless && !tick.rate.isLowered() && loss.level() > kSteadyLevel;
    m_haveParted = m_haveParted || !mayBeSlow || cosine < m_limits.steady;
    const std::int64_t all = tick.step - m_slowly.firstStep;
    const bool isStraight = mayBeSlow && cosine > m_limits.agreeing && loss.count() >= (loss.hasLongTicks() ? kMinLong : kMinValues) && all >= kMinSteps
                         && this->isStraight(loss, true);
    if (isStraight || !m_haveParted)
        m_slowly = {m_slowly.firstStep, tick.step, m_haveParted, cosine, loss.start(), loss.recent()};
    const std::int64_t slow = m_slowly.lastStep - m_slowly.firstStep;
    const bool hasLearnt = m_slowly.loss < kMaxSteadyLevel * m_slowly.start;
    m_steady.look(hasLearnt && slow >= kMinSteps && 2 * slow >= all, tick.step, m_slowly);
}

void LearningRateTooLow::endTick(const TickState &tick)
{
    const LossTrack &loss = tick.train;
    if (!tick.hasNewTrain || !loss.isBlockEnd())
        return;
    const auto update = m_ratio.median(), cosine = middleOf(m_correlations, Signal::GradientCorrelation);
    if (cosine)
        followAgreement(tick, *cosine);
    const std::size_t least = loss.hasLongTicks() ? kMinLong : kMinValues;
    if (loss.count() < least || loss.lastStep() - loss.firstStep() < kMinSteps)
        return;
    const bool isLong = (loss.hasLongTicks() || loss.count() >= 2 * least) && loss.lastStep() - loss.firstStep() >= kLongSteps;
    const double accuracy = tick.kind == TrainingKind::Scratch ? tick.trainAccuracy : std::max(tick.trainAccuracy, tick.validationAccuracy);
    const bool isGood = accuracy > 0.7 || (m_guessing && loss.recent() < 0.7 * *m_guessing);
    const bool mayBeStill = !tick.rate.isWarmingUp() && !tick.rate.isLowered() && !isGood
                            && m_gradients.median().value_or(1) > kMinGradient;
    const bool isHigh = loss.level() > (m_slow.isSo() ? kStayLevel : kMinLevel) && loss.level() < 1.05;
    const bool isSmall = update && *update > 0 && *update < m_limits.smallUpdate;
    const bool isTiny = isSmall && (m_slow.isSo() || *update < m_limits.tinyUpdate);
    const bool doesAgree = !cosine || *cosine > m_limits.agreeing;
    const bool isSlow = isSmall ? isLong || (doesAgree && isStraight(loss, false)) : !update && isLong && doesAgree && isStraight(loss, false);
    m_slow.look(mayBeStill && isHigh && (isTiny || isSlow), tick.step, {update, loss.firstStep(), loss.start(), loss.recent()});
}

Finding LearningRateTooLow::ofSmallSteps() const
{
    const auto &[update, firstStep, start, loss] = m_slow.shown();
    Finding finding;
    const bool isProblem = update && *update < m_limits.problemUpdate;
    finding.severity = !m_slow.isSo() ? Severity::Note : isProblem ? Severity::Problem : Severity::Warning;
    finding.firstStep = firstStep;
    finding.lastStep = m_slow.lastStep();
    finding.confidence = update ? 0.85 : 0.55;
    finding.values = update ? message("updates are %1 of the weights, about %2 is usual; loss %3, %4 at the start", shown(*update), "0.001", shown(loss), shown(start))
                            : message("loss %1, %2 at the start; it falls slowly in a straight line", shown(loss), shown(start));
    finding.meaning = message("Steps are so short that the model hardly changes.");
    finding.evidence = {m_loss.evidence()};
    if (update)
        finding.evidence.push_back(m_ratio.evidence(m_limits.smallUpdate));
    return finding;
}

Finding LearningRateTooLow::ofAgreement() const
{
    const Slowly &slowly = m_steady.shown();
    Finding finding;
    finding.severity = m_steady.isSo() ? Severity::Warning : Severity::Note;
    finding.firstStep = slowly.firstStep;
    finding.lastStep = slowly.lastStep;
    finding.confidence = 0.7;
    finding.values = slowly.haveParted ? message("loss %1, %2 at the start; it falls as fast as ever, and consecutive gradients agree: their cosine is %3",
                                                 shown(slowly.loss), shown(slowly.start), shown(slowly.cosine))
                                       : message("consecutive gradients have agreed for %1 steps, the cosine was still %2; loss %3, %4 at the start",
                                                 slowly.lastStep - slowly.firstStep, shown(slowly.cosine), shown(slowly.loss), shown(slowly.start));
    finding.meaning = message("The model learns, but slowly: many steps go where one could have gone.");
    const Line &line = m_correlations.begin()->line;
    finding.evidence = {m_loss.evidence(), {line.tag, {}, line.label, slowly.haveParted ? m_limits.agreeing : m_limits.steady}};
    return finding;
}

std::vector<Finding> LearningRateTooLow::findings() const
{
    if (!m_slow.wasEver() && !m_steady.wasEver())
        return {};
    const bool isOfAgreement = m_steady.wasEver() && !m_slow.isSo() && (m_steady.isSo() || !m_slow.wasEver());
    Finding finding = isOfAgreement ? ofAgreement() : ofSmallSteps();
    finding.advice = message("Raise the learning rate by a factor of ten, and again as long as the loss stays calm.");
    return {std::move(finding)};
}

} // namespace lensboard::health
