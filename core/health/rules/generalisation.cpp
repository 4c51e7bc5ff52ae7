#include "core/health/rules/generalisation.h"

#include "core/health/block_median.h"
#include "core/record/message.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lensboard::health {

using record::message;

void Overfitting::see(const Reading &reading)
{
    (reading.line.signal == Signal::TrainLoss ? m_trainLine : m_line).see(reading.line);
    if (reading.line.signal == Signal::ValidationLoss)
        m_last[m_count % 3] = reading.value;
}

void Overfitting::endTick(const TickState &tick)
{
    if (!tick.hasNewValidation)
        return;
    const double value = m_last[m_count % 3];
    ++m_count;
    m_step = tick.step;
    m_train = tick.train.recent();
    ++m_after;
    m_first = m_count == 1 ? value : m_first;
    if (m_count == 1 || value < m_best) {
        m_best = value;
        m_accuracyAtBest = tick.validationAccuracy;
        m_bestStep = tick.step;
        m_trainAtBest = m_train;
        m_after = 0;
    }
    m_isRising = m_isGap = false;
    if (m_count < 4 || tick.train.count() < 4 || m_after < kMinAfter)
        return;
    m_now = medianOf(std::array(m_last));
    m_rise = (m_now - m_best) / std::max(std::abs(m_best), std::numeric_limits<double>::min());
    const bool isFalling = m_trainAtBest - m_train > kTrainFall * std::abs(m_trainAtBest);
    const double start = std::max(std::abs(tick.train.start()), m_guessing.value_or(0));
    constexpr double kDamaged = 100, kSameAccuracy = 0.01;
    if (m_now > kDamaged * std::max(start, m_train))
        return; // single samples with huge values
    m_isAsAccurate = tick.kind != TrainingKind::Scratch && tick.validationAccuracy > 0
                     && tick.validationAccuracy > m_accuracyAtBest - kSameAccuracy;
    m_isRising = isFalling && m_now > m_train && m_rise > m_limits.note && m_now - m_best > kOfStart * start;
    m_isGap = m_train >= 0 && m_train < kTrainShare * m_now && m_now - m_train > m_limits.gap * start;
}

std::vector<Finding> Overfitting::findings() const
{
    if (!m_isRising && !m_isGap)
        return {};
    Finding finding;
    finding.severity = m_isAsAccurate                                                       ? Severity::Note
                     : m_isRising && m_rise > m_limits.problem && m_now > m_first ? Severity::Problem
                     : m_isGap || m_rise > m_limits.warning ? Severity::Warning
                                                                             : Severity::Note;
    finding.firstStep = m_bestStep;
    finding.lastStep = m_step;
    finding.confidence = finding.severity == Severity::Note ? 0.5 : 0.85;
    finding.values = message("validation loss %1, best %2 at step %3; training loss %4, then %5", shown(m_now), shown(m_best), m_bestStep,
                             shown(m_train), shown(m_trainAtBest));
    finding.meaning = m_isRising ? message("The model learns its training data by heart: since that step it gets worse on data that it has not seen.")
                                 : message("The model knows its training data by heart, and gets no better on data that it has not seen.");
    finding.advice = message("Take the model of that step; add data or augmentation, weight decay or dropout, or make the model smaller.");
    finding.evidence = {m_line.evidence(m_best), m_trainLine.evidence()};
    return {finding};
}

void ValidationNoBetterThanGuessing::see(const Reading &reading)
{
    if (!m_line.isKnown())
        m_first = reading.step;
    m_line.see(reading.line);
    m_last[m_count++ % 3] = reading.value;
    m_best = std::min(m_best, reading.value);
}

void ValidationNoBetterThanGuessing::endTick(const TickState &tick)
{
    if (!tick.hasNewValidation || m_count < kMinValidations)
        return;
    const LossTrack &loss = tick.train;
    if (!m_guessing && loss.count() < std::max(kMinTrain, m_count))
        return;
    m_step = tick.step;
    m_isOfGuessing = m_guessing.has_value();
    m_reference = m_guessing.value_or(loss.start());
    m_now = medianOf(std::array(m_last));
    m_isSo = m_reference > 0 && m_now > m_limits.share * m_reference && m_best > kBest * m_reference
             && !tick.rate.isWarmingUp() && !isAccurate(tick);
    m_isFromScratch = tick.kind == TrainingKind::Scratch;
    m_hasLearnt = loss.count() > 0 && loss.level() < kLearnt && (!m_guessing || loss.recent() < kBest * *m_guessing);
}

bool ValidationNoBetterThanGuessing::isAccurate(const TickState &tick) const
{
    const double chance = m_guessing ? std::exp(-*m_guessing) : 0.5;
    return tick.validationAccuracy > 0.5 && tick.validationAccuracy > 1.5 * chance;
}

std::vector<Finding> ValidationNoBetterThanGuessing::findings() const
{
    if (!m_isSo)
        return {};
    Finding finding;
    const bool isSure = m_isOfGuessing && (m_hasLearnt || m_count >= kProblem);
    constexpr double kFarAboveStart = 2; // no trained model begins so well
    const bool isFarAboveStart = m_now > kFarAboveStart * m_reference;
    finding.severity = !m_isOfGuessing && !m_isFromScratch ? isFarAboveStart ? Severity::Warning : Severity::Note
                     : isSure || m_hasLearnt ? Severity::Problem : Severity::Warning;
    finding.firstStep = m_first;
    finding.lastStep = m_step;
    finding.confidence = m_isOfGuessing ? 0.9 : 0.7;
    finding.values = m_isOfGuessing ? message("validation loss %1; guessing has %2", shown(m_now), shown(m_reference))
                                : message("validation loss %1; the training began at %2", shown(m_now), shown(m_reference));
    finding.meaning = m_hasLearnt ? message("The model learns its training data, but nothing that holds beyond it.")
                                  : message("On data that it has not seen the model is no better than guessing.");
    finding.advice = message("See whether labels belong to their inputs, whether validation data are prepared as training data are, and whether the order of samples is shuffled.");
    finding.evidence = {m_line.evidence(m_limits.share * m_reference)};
    return {finding};
}

} // namespace lensboard::health
