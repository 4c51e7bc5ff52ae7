#include "core/health/rules/loss_stall.h"

#include "core/record/message.h"

#include <algorithm>
#include <cmath>

namespace lensboard::health {

using record::message;

bool LossNotDecreasing::isEnough(const Moment &moment) const
{
    const LossTrack &loss = moment.train;
    const bool hasSteps = loss.count() >= m_settings.leastValues && loss.lastStep() - loss.firstStep() >= m_settings.leastSteps;
    return hasSteps || (loss.count() >= m_settings.leastValidations && moment.validation.count() >= m_settings.leastValidations);
}

bool LossNotDecreasing::isStuck(const Moment &moment, double leastFall) const
{
    const LossTrack &loss = moment.train;
    const bool isGood = moment.trainAccuracy > m_settings.goodAccuracy || (m_guessing && loss.recent() < 0.8 * *m_guessing);
    return !isGood && !m_hasFallen && !moment.rate.isWarmingUp() && loss.meanOver(0, 0.2) - loss.meanOver(0.6, 1) < leastFall;
}

bool LossNotDecreasing::isAtGuessing(const Moment &moment) const
{
    constexpr double kFarAbove = 1.1; // a classifier that is too sure of what it says may be good
    return m_guessing && moment.train.best() > m_settings.ofGuessing * *m_guessing
        && (isRegression() || moment.train.meanOver(0.6, 1) < kFarAbove * *m_guessing) && !moment.rate.isWarmingUp();
}

void LossNotDecreasing::endTick(const Moment &moment)
{
    const LossTrack &loss = moment.train;
    if (!moment.hasNewTrain || !isEnough(moment) || loss.count() % 5 != 0)
        return;
    m_begin = loss.firstStep();
    m_hasFallen = m_hasFallen || loss.fallen() >= std::max(m_settings.leastBestFall * loss.scale(), m_settings.noises * loss.noise());
    const double noise = 2 * loss.noise() / std::sqrt(static_cast<double>(loss.count()) / 5);
    const double leastFall = std::max(m_settings.leastFall * loss.scale(), noise);
    const bool isStuck = this->isStuck(moment, leastFall);
    const bool isGuessing = !isStuck && isAtGuessing(moment);
    m_stuck.look(isStuck || isGuessing, moment.step);
    if (!isStuck && !isGuessing)
        return;
    m_isGuessing = isGuessing;
    m_count = loss.count();
    m_start = loss.meanOver(0, 0.2);
    m_late = loss.meanOver(0.6, 1);
    m_leastFall = leastFall;
}

std::vector<Finding> LossNotDecreasing::findings() const
{
    if (!m_stuck.wasEver())
        return {};
    Finding finding;
    finding.severity = !m_stuck.isSo() ? Severity::Note : m_count >= 2 * m_settings.leastValues ? Severity::Problem : Severity::Warning;
    finding.firstStep = m_begin;
    finding.lastStep = m_stuck.lastStep();
    finding.confidence = !m_stuck.isSo() ? 0.5 : m_count >= 2 * m_settings.leastValues ? 0.9 : 0.7;
    const double most = m_isGuessing ? m_settings.ofGuessing * *m_guessing : m_start - m_leastFall;
    finding.values = message("loss %1 in the first fifth, %2 in the last two; at most %3 is expected by then", shown(m_start), shown(m_late), shown(most));
    finding.meaning = m_isGuessing ? message("The model does not learn: its loss has not come below that of guessing.")
                                   : message("The model does not learn: its loss has not fallen from where it began.");
    finding.advice = message("Train with a learning rate ten times lower, and with one ten times higher; see whether gradients reach all layers, and whether labels belong to their inputs.");
    finding.evidence = {m_line.evidence(most)};
    return {finding};
}

void Plateau::see(const Reading &reading)
{
    reading.line.signal == Signal::LearningRate ? m_rateLine.see(reading.line) : LossRule::see(reading);
}

void Plateau::endTick(const Moment &moment)
{
    const LossTrack &loss = moment.train;
    if (!moment.hasNewTrain)
        return;
    followRate(moment);
    if (loss.count() < m_settings.leastValues || loss.lastStep() - loss.firstStep() < m_settings.leastSteps || loss.count() % 5 != 0)
        return;
    const double scale = loss.scale();
    const double before = loss.meanOver(0.5, 0.75), now = loss.meanOver(0.75, 1);
    const bool hasFallen = loss.fallen() > std::max(0.05 * scale, 3 * loss.noise());
    const bool isFlat = hasFallen && before - now < std::min(m_settings.leastFall * scale, std::max(m_settings.ofNoise * loss.noise(), 1e-4 * scale))
                     && now - before < 0.05 * scale + loss.noise();
    m_flat.look(isFlat && loss.level() > m_settings.killedLevel && moment.trainAccuracy < 0.98, moment.step);
    if (m_flat.isSo())
        remember(moment);
}

/// A rate that is next to nothing moves nothing, whatever the loss did before.
void Plateau::followRate(const Moment &moment)
{
    const LossTrack &loss = moment.train;
    m_killedStep = moment.rate.isTiny() ? m_killedStep == 0 ? moment.step : m_killedStep : 0;
    m_isKilled = moment.rate.isTiny() && moment.rate.tinyShare() > m_settings.killedShare && loss.count() >= m_settings.killedValues
              && loss.level() > (moment.trainAccuracy < 0.98 ? m_settings.killedLevel : m_settings.noteLevel);
    if (!m_isKilled)
        return;
    remember(moment);
    m_rate = moment.rate.last();
    m_greatestRate = moment.rate.greatest();
}

void Plateau::remember(const Moment &moment)
{
    m_level = moment.train.level();
    m_last = moment.step;
    m_before = moment.train.meanOver(0.5, 0.75);
    m_now = moment.train.meanOver(0.75, 1);
    m_accuracy = moment.trainAccuracy;
}

std::vector<Finding> Plateau::findings() const
{
    if (!m_isKilled && (!m_flat.isSo() || m_level < m_settings.noteLevel))
        return {};
    Finding finding;
    const bool isHigh = m_level > m_settings.warningLevel && m_accuracy < 0.7;
    finding.severity = m_isKilled || isHigh ? Severity::Warning : Severity::Note;
    finding.firstStep = m_isKilled ? m_killedStep : m_flat.firstStep();
    finding.lastStep = m_last;
    finding.confidence = m_isKilled ? 0.85 : 0.6;
    finding.evidence = {m_line.evidence(m_before)};
    if (m_isKilled) {
        finding.values = message("learning rate %1 since step %2, after up to %3; loss %4, before %5", shown(m_rate), m_killedStep,
                                 shown(m_greatestRate), shown(m_now), shown(m_before));
        finding.meaning = message("The learning rate was lowered so far that the loss stands still for much of the run.");
        finding.advice = message("Lower the rate later, less or not so often; a schedule's length should be that of the training.");
        finding.evidence.push_back(m_rateLine.evidence(RateTrack::kTiny * m_greatestRate));
    } else {
        finding.values = message("loss %1 in the last quarter, %2 in the one before: %3 of where it began", shown(m_now), shown(m_before), shown(m_level));
        finding.meaning = message("The loss fell and stands still now.");
        finding.advice = message("Lower the learning rate if the loss is noisy, raise it if steps are small; or the model is as good as it gets: see the validation loss.");
    }
    return {finding};
}

} // namespace lensboard::health
