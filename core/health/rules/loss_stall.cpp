#include "core/health/rules/loss_stall.h"

#include "core/record/message.h"

#include <algorithm>
#include <cmath>

namespace lensboard::health {

using record::message;

bool LossNotDecreasing::isEnough(const TickState &tick) const
{
    const LossTrack &loss = tick.train;
    const bool hasSteps = loss.count() >= kMinValues && loss.lastStep() - loss.firstStep() >= kMinSteps;
    const bool hasEpochs = loss.hasLongTicks() && loss.count() >= kMinLong && loss.lastStep() - loss.firstStep() >= kMinSteps;
    return hasSteps || hasEpochs || (loss.count() >= kMinValidations && tick.validation.count() >= kMinValidations);
}

bool LossNotDecreasing::isStuck(const TickState &tick, double leastFall) const
{
    const LossTrack &loss = tick.train;
    const bool isGood = tick.trainAccuracy > kGoodAccuracy || (m_guessing && loss.recent() < 0.8 * *m_guessing);
    return !isGood && !m_hasFallen && !tick.rate.isWarmingUp() && loss.meanOver(0, 0.2) - loss.meanOver(0.6, 1) <= leastFall;
}

bool LossNotDecreasing::isAtGuessing(const TickState &tick) const
{
    constexpr double kFarAbove = 1.1; // an overconfident classifier may still be good
    return m_guessing && tick.train.best() > m_limits.ofGuessing * *m_guessing
           && (isRegression() || tick.train.meanOver(0.6, 1) < kFarAbove * *m_guessing) && !tick.rate.isWarmingUp();
}

void LossNotDecreasing::endTick(const TickState &tick)
{
    const LossTrack &loss = tick.train;
    const bool isZero = loss.start() == 0 && loss.recent() == 0; // as logged instead of NaN
    if (!tick.hasNewTrain || isZero || !isEnough(tick) || !loss.isBlockEnd())
        return;
    m_begin = loss.firstStep();
    m_hasFallen = m_hasFallen || loss.fallen() >= std::max(m_limits.leastBestFall * loss.scale(), kNoises * loss.noise());
    const double noise = 2 * loss.noise() / std::sqrt(static_cast<double>(loss.count()) / 5);
    const double leastFall = tick.kind == TrainingKind::Scratch ? std::max(m_limits.leastFall * loss.scale(), noise)
                                                                : std::min(2 * noise, 0.1 * loss.scale());
    const bool isStuck = this->isStuck(tick, leastFall);
    const bool isGuessing = !isStuck && isAtGuessing(tick);
    m_stuck.look(isStuck || isGuessing, tick.step, [&] {
        const double start = loss.meanOver(0, 0.2);
        return Stuck{isGuessing, loss.count(), start, loss.meanOver(0.6, 1), isGuessing ? m_limits.ofGuessing * *m_guessing : start - leastFall};
    });
}

std::vector<Finding> LossNotDecreasing::findings() const
{
    if (!m_stuck.wasEver())
        return {};
    const auto &[isGuessing, count, start, late, most] = m_stuck.shown();
    Finding finding;
    finding.severity = !m_stuck.isSo() ? Severity::Note : count >= 2 * kMinValues ? Severity::Problem : Severity::Warning;
    finding.firstStep = m_begin;
    finding.lastStep = m_stuck.lastStep();
    finding.confidence = !m_stuck.isSo() ? 0.5 : count >= 2 * kMinValues ? 0.9 : 0.7;
    finding.values = message("loss %1 in the first fifth, %2 in the last two; at most %3 is expected by then", shown(start), shown(late), shown(most));
    finding.meaning = isGuessing ? message("The model does not learn: its loss has not come below that of guessing.")
                                   : message("The model does not learn: its loss has not fallen from where it began.");
    finding.advice = message("Train with a learning rate ten times lower, and with one ten times higher; see whether gradients reach all layers, and whether labels belong to their inputs.");
    finding.evidence = {m_line.evidence(most)};
    return {finding};
}

void Plateau::see(const Reading &reading)
{
    reading.line.signal == Signal::LearningRate ? m_rateLine.see(reading.line) : LossRule::see(reading);
}

void Plateau::endTick(const TickState &tick)
{
    const LossTrack &loss = tick.train;
    if (!tick.hasNewTrain)
        return;
    followRate(tick);
    if (loss.count() < (loss.hasLongTicks() ? kMinLong : kMinValues) || loss.lastStep() - loss.firstStep() < kMinSteps || !loss.isBlockEnd())
        return;
    const double scale = loss.scale();
    const double before = loss.meanOver(0.5, 0.75), now = loss.meanOver(0.75, 1);
    const bool hasFallen = loss.fallen() > std::max(0.05 * scale, 3 * loss.noise());
    const bool isFlat = hasFallen && before - now < std::min(m_limits.leastFall * scale, std::max(m_limits.ofNoise * loss.noise(), 1e-4 * scale))
                     && now - before < 0.05 * scale + loss.noise();
    m_flat.look(isFlat && loss.level() > kKilledLevel && tick.trainAccuracy < 0.98, tick.step, [&] { return standstillOf(tick); });
}

/// A negligible rate moves nothing, even if the loss fell before.
void Plateau::followRate(const TickState &tick)
{
    const LossTrack &loss = tick.train;
    m_killedStep = tick.rate.isTiny() ? m_killedStep == 0 ? tick.step : m_killedStep : 0;
    const bool isKilled = tick.rate.isTiny() && tick.rate.tinyShare() > kKilledShare && loss.count() >= (loss.hasLongTicks() ? kKilledLong : kKilledValues)
                          && loss.level() > (tick.trainAccuracy < 0.98 ? kKilledLevel : kNoteLevel);
    m_killed = isKilled ? std::optional(Killed{tick.step, tick.rate.last(), tick.rate.greatest(), standstillOf(tick)}) : std::nullopt;
}

Plateau::Standstill Plateau::standstillOf(const TickState &tick)
{
    const LossTrack &loss = tick.train;
    return {loss.level(), loss.meanOver(0.5, 0.75), loss.meanOver(0.75, 1), tick.trainAccuracy, tick.kind == TrainingKind::Scratch};
}

std::vector<Finding> Plateau::findings() const
{
    if (m_killed)
        return {ofKilledRate()};
    if (m_flat.isSo() && m_flat.shown().level >= kNoteLevel)
        return {ofFlatLoss()};
    return {};
}

Finding Plateau::ofKilledRate() const
{
    const auto &[lastStep, rate, greatestRate, loss] = *m_killed;
    Finding finding;
    finding.severity = Severity::Warning;
    finding.firstStep = m_killedStep;
    finding.lastStep = lastStep;
    finding.confidence = 0.85;
    finding.values = message("learning rate %1 since step %2, after up to %3; loss %4, before %5", shown(rate), m_killedStep, shown(greatestRate),
                             shown(loss.now), shown(loss.before));
    finding.meaning = message("The learning rate was lowered so far that the loss stands still for much of the run.");
    finding.advice = message("Lower the rate later, less or not so often; a schedule's length should be that of the training.");
    finding.evidence = {m_line.evidence(loss.before), m_rateLine.evidence(RateTrack::kTiny * greatestRate)};
    return finding;
}

Finding Plateau::ofFlatLoss() const
{
    const auto &[level, before, now, accuracy, isFromScratch] = m_flat.shown();
    Finding finding;
    finding.severity = level > kWarningLevel && accuracy < 0.7 && isFromScratch ? Severity::Warning : Severity::Note;
    finding.firstStep = m_flat.firstStep();
    finding.lastStep = m_flat.lastStep();
    finding.confidence = 0.6;
    finding.values = message("loss %1 in the last quarter, %2 in the one before: %3 of where it began", shown(now), shown(before), shown(level));
    finding.meaning = message("The loss fell and stands still now.");
    finding.advice = message("Lower the learning rate if the loss is noisy, raise it if steps are small; or the model is as good as it gets: see the validation loss.");
    finding.evidence = {m_line.evidence(before)};
    return finding;
}

} // namespace lensboard::health
