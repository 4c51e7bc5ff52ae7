#include "core/health/rules/training_data.h"

#include "core/record/message.h"

#include <algorithm>
#include <cmath>

namespace lensboard::health {

using record::message;

void InputsNotNormalised::learn(const RunFacts &facts)
{
    m_hasEmbedding = std::ranges::any_of(facts.layers, [](const record::LayerInfo &layer) { return layer.type.find("Embedding") != std::string::npos; });
}

void InputsNotNormalised::see(const Reading &reading)
{
    auto &known = reading.line.signal == Signal::InputMean ? m_mean : m_deviation;
    if (known)
        return;
    known = reading.value;
    m_line.see(reading.line);
    m_step = reading.step;
}

std::vector<Finding> InputsNotNormalised::findings() const
{
    if (m_hasEmbedding || !m_mean || !m_deviation || *m_deviation <= 0)
        return {};
    const bool isFar = std::abs(*m_mean) > m_settings.mean * *m_deviation;
    if (!isFar && *m_deviation < m_settings.large && *m_deviation > m_settings.small)
        return {};
    Finding finding;
    finding.severity = Severity::Warning;
    finding.firstStep = finding.lastStep = m_step;
    finding.confidence = 0.85;
    finding.values = message("inputs have a mean of %1 and a deviation of %2; usual are 0 and 1", shown(*m_mean), shown(*m_deviation));
    finding.meaning = isFar ? message("Inputs differ by far less than they are large: the first layer sees nearly the same everywhere.")
                            : message("The scale of inputs is that of the first gradients: the learning rate fits no layer but the first, or all others.");
    finding.advice = message("Subtract the mean and divide by the deviation of the training data.");
    finding.evidence = {m_line.evidence()};
    return {std::move(finding)};
}

void ClassImbalance::see(const Reading &reading)
{
    if (reading.line.signal == Signal::LabelShare) {
        Share &share = m_shares[reading.line.label];
        share.sum += reading.value;
        ++share.ticks;
        return;
    }
    m_share = 0;
    for (const auto &[name, share] : m_shares)
        if (const double mean = share.sum / share.ticks; mean > m_share) {
            m_share = mean;
            m_class = name;
        }
    m_accuracyLine.see(reading.line);
    const double accuracy = accuracyOf(reading.value);
    m_so.look(m_share > m_settings.share && m_share < 1 && std::abs(accuracy - m_share) < m_settings.nearness, reading.step);
    if (m_so.isSo())
        m_accuracy = accuracy;
}

std::vector<Finding> ClassImbalance::findings() const
{
    if (!m_so.wasEver())
        return {};
    Finding finding;
    finding.severity = m_so.isSo() ? Severity::Warning : Severity::Note;
    finding.firstStep = m_so.firstStep();
    finding.lastStep = m_so.lastStep();
    finding.confidence = 0.75;
    finding.values = message("the accuracy is %1, and %2 of the labels are %3", shown(m_accuracy), shown(m_share), m_class);
    finding.meaning = message("The model predicts the most frequent class whatever it sees.");
    finding.advice = message("Draw rare classes more often, weight the loss by class, and look at more than the accuracy.");
    finding.evidence = {m_accuracyLine.evidence(m_share)};
    return {std::move(finding)};
}

} // namespace lensboard::health
