#include "core/health/rules/training_noise.h"

#include "core/health/block_median.h"
#include "core/record/message.h"

#include <algorithm>
#include <span>

namespace lensboard::health {

using record::message;

/// Returns the accuracy as a share, since some runs log percent.
void TrainingNoise::see(const Reading &reading)
{
    if (reading.line.signal == Signal::TrainLoss)
        return m_lossLine.see(reading.line);
    const double accuracy = accuracyOf(reading.value);
    if (reading.line.signal == Signal::TrainAccuracy) {
        m_train[m_trainCount++ % m_train.size()] = accuracy;
        m_line.see(reading.line);
    } else {
        m_validation = accuracy;
        ++m_validationCount;
    }
}

double TrainingNoise::trainAccuracy() const
{
    std::array<double, 5> last = m_train;
    return medianOf(std::span(last).first(std::min(m_trainCount, last.size())));
}

/// Skips the first validation: the training loss is from the steps before it, when the model was worse.
void TrainingNoise::endTick(const Moment &moment)
{
    if (!moment.hasNewValidation || moment.validation.count() < 2)
        return;
    const double train = hasAccuracies() ? trainAccuracy() : moment.train.recent();
    const double validation = hasAccuracies() ? m_validation : moment.validation.last();
    const bool isWorse = hasAccuracies() ? validation - train > m_settings.accuracyGap
                                         : moment.train.count() > 5 && validation > 0 && validation < m_settings.lossShare * train
                                               && moment.train.level() > m_settings.leastLevel;
    const bool hasDiverged = moment.train.count() > 0 && moment.train.level() > 1.2; // a single step can then make such a difference
    m_worse.look(isWorse && !hasDiverged, moment.step, {hasAccuracies(), train, validation});
}

std::vector<Finding> TrainingNoise::findings() const
{
    if (!m_worse.isSo())
        return {};
    const auto &[isAccuracy, train, validation] = m_worse.shown();
    Finding finding;
    finding.severity = Severity::Warning;
    finding.firstStep = m_worse.firstStep();
    finding.lastStep = m_worse.lastStep();
    finding.confidence = 0.7;
    finding.values = isAccuracy ? message("accuracy %1 in training, %2 in validation; at most %3 less is usual", shown(train), shown(validation),
                                          shown(m_settings.accuracyGap))
                                : message("loss %1 in training, %2 in validation", shown(train), shown(validation));
    finding.meaning = message("The model is much worse while it trains than when it is used: what differs then stands in its way.");
    finding.advice = message("Lower dropout; take larger batches, or another normalisation, if batches are small; augmented samples may be too hard.");
    finding.evidence = {isAccuracy ? m_line.evidence(validation - m_settings.accuracyGap) : m_lossLine.evidence(validation / m_settings.lossShare)};
    return {finding};
}

} // namespace lensboard::health
