#include "core/health/rules/training_data.h"

#include "core/record/message.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lensboard::health {

using record::message;

void InputsNotNormalised::learn(const RunFacts &facts)
{
    m_hasEmbedding = std::ranges::any_of(facts.layers, [](const record::LayerInfo &layer) { return layer.type.find("Embedding") != std::string::npos; });
}

void Normalisation::see(const Line &line, bool isMean, double value, std::int64_t step)
{
    auto &known = isMean ? m_mean : m_deviation;
    if (known || std::isnan(value))
        return;
    known = value;
    (isMean ? m_meanLine : m_deviationLine).see(line);
    m_step = step;
}

std::optional<Finding> Normalisation::finding(const NormalisationLimits &limits) const
{
    if (!m_mean || !m_deviation || *m_deviation <= 0)
        return std::nullopt;
    const bool isFar = this->isFar(limits);
    if (!isFar && *m_deviation < limits.large && *m_deviation > limits.small)
        return std::nullopt;
    Finding finding;
    finding.severity = Severity::Warning;
    finding.firstStep = finding.lastStep = m_step;
    finding.confidence = 0.85;
    finding.advice = message("Subtract the mean and divide by the deviation of the training data.");
    finding.evidence = {isFar                         ? m_meanLine.evidence(std::copysign(limits.mean * *m_deviation, *m_mean))
                        : *m_deviation < limits.large ? m_deviationLine.evidence(limits.small)
                                                      : m_deviationLine.evidence(limits.large)};
    return finding;
}

void InputsNotNormalised::see(const Reading &reading)
{
    if (!reading.line.countsNonFinite)
        m_inputs.see(reading.line, reading.line.signal == Signal::InputMean, reading.value, reading.step);
}

std::vector<Finding> InputsNotNormalised::findings() const
{
    auto finding = m_hasEmbedding ? std::nullopt : m_inputs.finding(m_limits);
    if (!finding)
        return {};
    finding->values = message("inputs have a mean of %1 and a deviation of %2; usual are 0 and 1", shown(m_inputs.mean()), shown(m_inputs.deviation()));
    finding->meaning = m_inputs.isFar(m_limits)
                           ? message("Inputs differ by far less than they are large: the first layer sees nearly the same everywhere.")
                           : message("The scale of inputs is that of the first gradients: the learning rate fits no layer but the first, or all others.");
    return {std::move(*finding)};
}

void TargetsNotNormalised::see(const Reading &reading)
{
    m_targets.see(reading.line, reading.line.signal == Signal::TargetMean, reading.value, reading.step);
}

std::vector<Finding> TargetsNotNormalised::findings() const
{
    auto finding = m_targets.finding(m_limits);
    if (!finding)
        return {};
    finding->values = message("targets have a mean of %1 and a deviation of %2; usual are 0 and 1", shown(m_targets.mean()), shown(m_targets.deviation()));
    finding->meaning = message("A model begins with outputs of about 1: weights must grow or shrink to the scale of the targets first, and the gradients of most losses have that scale.");
    return {std::move(*finding)};
}

void ClassImbalance::see(const Reading &reading)
{
    if (reading.line.signal == Signal::LabelShare) {
        m_labelLine.see(reading.line);
        m_labelStep = reading.step;
        Share &share = m_labels[reading.line.label];
        share.sum += reading.value;
        ++share.ticks;
        share.last = reading.value;
    } else if (reading.line.signal == Signal::PredictionShare) {
        m_predictionLine.see(reading.line);
        if (reading.value > m_predicted.ofPredictions)
            m_predicted = {reading.line.label, 0, reading.value};
    } else {
        m_accuracyLine.see(reading.line);
        m_accuracy = reading.value;
    }
}

/// Uses the labels measured last; they belong to the accuracy if each tick has them.
ClassImbalance::Found ClassImbalance::ofMostFrequent() const
{
    Found found;
    double most = 0;
    for (const auto &[name, share] : m_labels)
        if (share.mean() > most) {
            most = share.mean();
            found.name = name;
            found.ofLabels = share.last;
        }
    return found;
}

void ClassImbalance::endTick(const TickState &tick)
{
    const bool isLong = tick.train.hasLongTicks();
    Found predicted = std::exchange(m_predicted, {});
    const auto accuracy = std::exchange(m_accuracy, std::nullopt);
    if (m_labels.empty() || (predicted.ofPredictions == 0 && !accuracy))
        return;
    if (const auto labels = m_labels.find(predicted.name); labels != m_labels.end())
        predicted.ofLabels = labels->second.mean();
    const bool isOne = predicted.ofPredictions > 0 && 1 - predicted.ofPredictions < m_limits.others * (1 - predicted.ofLabels);
    Found mostFrequent = ofMostFrequent();
    if (accuracy && mostFrequent.ofLabels < 1)
        m_gain.add((*accuracy - mostFrequent.ofLabels) / (1 - mostFrequent.ofLabels), isLong ? tick.step : 0); // without a step: values come in some ticks only, so their distance is not that of ticks
    const double gain = m_gain.last().value_or(1);
    mostFrequent.accuracy = mostFrequent.ofLabels + gain * (1 - mostFrequent.ofLabels);
    const bool isNoBetter = accuracy && mostFrequent.ofLabels > kShare && gain < m_limits.leastGain;
    for (int looks = isLong ? kOfLongTick : 1; looks > 0; --looks)
        m_so.look(isOne || isNoBetter, tick.step, isOne ? predicted : mostFrequent);
}

std::vector<Finding> ClassImbalance::findings() const
{
    std::vector<Finding> all;
    for (auto &&found : {ofOneClass(), ofRarestClass()})
        if (found)
            all.push_back(*found);
    return all;
}

/// A share that is not zero comes from at least one sample, so classes of equal share would have had dozens. Labels of tokens are not judged: their
/// predictions are not known.
std::optional<Finding> ClassImbalance::ofRarestClass() const
{
    const double equal = 1 / static_cast<double>(m_labels.size());
    const auto shareOf = [](const auto &label) { return label.second.mean() > 0 ? label.second.mean() : 1; };
    const auto rarest = std::ranges::min_element(m_labels, {}, shareOf);
    if (!m_predictionLine.isKnown() || m_labels.contains("other classes") || rarest == m_labels.end() || shareOf(*rarest) >= m_limits.ofEqualShare * equal)
        return std::nullopt;
    const auto &[name, share] = *rarest;
    Finding finding;
    finding.severity = Severity::Warning;
    finding.firstStep = finding.lastStep = m_labelStep;
    finding.confidence = 0.7;
    finding.values = message("%1 % of the labels are %2, and an equal share is %3 %", shown(100 * share.mean()), name, shown(100 * equal));
    finding.meaning = message("The model sees so few samples of one class that it hardly learns the class.");
    finding.advice = message("Draw rare classes more often, or weight the loss by class; look at the accuracy of each class.");
    finding.evidence = {{m_labelLine.evidence().tag, {}, name, m_limits.ofEqualShare * equal}};
    return finding;
}

std::optional<Finding> ClassImbalance::ofOneClass() const
{
    if (!m_so.wasEver())
        return std::nullopt;
    const Found &found = m_so.shown();
    const bool isPredicted = found.ofPredictions > 0;
    Finding finding;
    finding.severity = m_so.isSo() ? Severity::Warning : Severity::Note;
    finding.firstStep = m_so.firstStep();
    finding.lastStep = m_so.lastStep();
    finding.confidence = isPredicted ? 0.9 : 0.75;
    finding.values = isPredicted ? message("%1 % of the predictions are %2, and %3 % of the labels", shown(100 * found.ofPredictions), found.name, shown(100 * found.ofLabels))
                                 : message("the accuracy is %1 %, and %2 % of the labels are %3", shown(100 * found.accuracy), shown(100 * found.ofLabels), found.name);
    finding.meaning = isPredicted ? message("The model predicts one class for all inputs.")
                                  : message("The model is hardly better than a constant prediction of one class.");
    finding.advice = message("See whether gradients reach all layers; draw rare classes more often, or weight the loss by class; look at more than the accuracy.");
    finding.evidence = {isPredicted ? m_predictionLine.evidence() : m_accuracyLine.evidence(found.ofLabels)};
    return finding;
}

void ProbabilitiesAsLogits::learn(const RunFacts &facts)
{
    m_isCrossEntropy = facts.hasCrossEntropy;
    m_guessing = facts.guessingLoss;
}

void ProbabilitiesAsLogits::see(const Reading &reading)
{
    m_line.see(reading.line);
    m_so.look(reading.value >= m_limits.share, reading.step);
}

std::vector<Finding> ProbabilitiesAsLogits::findings() const
{
    if (!m_isCrossEntropy || !m_so.isSo())
        return {};
    Finding finding;
    finding.severity = Severity::Warning;
    finding.firstStep = m_so.firstStep();
    finding.lastStep = m_so.lastStep();
    finding.confidence = 0.95;
    finding.values = m_guessing ? message("outputs are probabilities: their cross entropy is never below %1; guessing has %2",
                                          shown(std::log(std::exp(1) + std::exp(*m_guessing) - 1) - 1), shown(*m_guessing))
                                : message("outputs are probabilities: they sum to 1");
    finding.meaning = message("Cross entropy takes logits and makes probabilities of them itself: done twice, gradients are small and the loss stays high.");
    finding.advice = message("Leave out the softmax at the end of the model.");
    finding.evidence = {m_line.evidence()};
    return {std::move(finding)};
}

} // namespace lensboard::health
