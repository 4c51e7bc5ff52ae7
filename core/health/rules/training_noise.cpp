#include "core/health/rules/training_noise.h"

#include "core/health/block_median.h"
#include "core/record/message.h"

#include <algorithm>
#include <span>

namespace lensboard::health {

using record::message;

void TrainingNoise::learn(const RunFacts &facts)
{
    constexpr double kSmallBatch = 16;
    const auto has = [&facts](const char *part) {
        return std::ranges::any_of(facts.layers, [part](const record::LayerInfo &layer) { return layer.type.find(part) != std::string::npos; });
    };
    m_isOwn = facts.batchSize.has_value();
    m_hasDropout = has("Dropout");
    m_hasSmallBatches = facts.batchSize && *facts.batchSize <= kSmallBatch && has("BatchNorm");
}

void TrainingNoise::see(const Reading &reading)
{
    if (reading.line.signal == Signal::TrainLoss)
        return m_lossLine.see(reading.line);
    const double accuracy = reading.value;
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
void TrainingNoise::endTick(const TickState &tick)
{
    if (!tick.hasNewValidation || tick.validation.count() < 2)
        return;
    const double train = hasAccuracies() ? trainAccuracy() : tick.train.recent();
    const double validation = hasAccuracies() ? m_validation : tick.validation.last();
    const bool isWorse = hasAccuracies() ? validation - train > m_limits.accuracyGap
                                         : tick.train.count() > (tick.train.hasLongTicks() ? 3U : 5U) && validation > 0 && validation < m_limits.lossShare * train
                                               && tick.train.level() > kMinLevel;
    const bool hasDiverged = tick.train.count() > 0 && tick.train.level() > 1.2; // a single step can then make such a difference
    m_worse.look(isWorse && !hasDiverged, tick.step, {hasAccuracies(), train, validation});
}

std::vector<Finding> TrainingNoise::findings() const
{
    if (!m_worse.isSo())
        return {};
    const auto &[isAccuracy, train, validation] = m_worse.shown();
    Finding finding;
    finding.severity = m_isOwn && (m_hasDropout || m_hasSmallBatches) ? Severity::Warning : Severity::Note;
    finding.firstStep = m_worse.firstStep();
    finding.lastStep = m_worse.lastStep();
    finding.confidence = 0.7;
    finding.values = isAccuracy ? message("accuracy %1 in training, %2 in validation; at most %3 less is usual", shown(train), shown(validation),
                                          shown(m_limits.accuracyGap))
                                : message("loss %1 in training, %2 in validation", shown(train), shown(validation));
    finding.meaning = message("The model is much worse in training than in validation: the differences between the two hold it back.");
    finding.advice = m_hasDropout      ? message("Lower dropout.")
                   : m_hasSmallBatches ? message("Use larger batches, or layer or group normalisation.")
                                       : message("Mixed or augmented samples and label smoothing raise the training loss. Compare losses on training data without them.");
    finding.evidence = {isAccuracy ? m_line.evidence(validation - m_limits.accuracyGap) : m_lossLine.evidence(validation / m_limits.lossShare)};
    return {finding};
}

} // namespace lensboard::health
