#include "core/health/rules/batch_norm_samples.h"

#include "core/record/message.h"

#include <algorithm>

namespace lensboard::health {

using record::message;

void BatchNormSamples::learn(const RunFacts &facts)
{
    m_layers.clear();
    double fewest = m_limits.few;
    if (!facts.batchSize)
        return;
    for (const record::LayerInfo &layer : facts.layers) {
        if (!layer.type.starts_with("BatchNorm") || !layer.outputShape)
            continue;
        double values = *facts.batchSize;
        for (std::size_t i = 2; i < layer.outputShape->size(); ++i) // skip samples and channels
            values *= static_cast<double>(std::max<std::int64_t>(1, (*layer.outputShape)[i]));
        if (values >= m_limits.few)
            continue;
        m_layers.push_back(record::shownName(layer));
        fewest = std::min(fewest, values);
    }
    m_values = fewest;
}

std::vector<Finding> BatchNormSamples::findings() const
{
    if (m_layers.empty() || m_step == 0)
        return {};
    Finding finding;
    finding.severity = m_values > 1 ? Severity::Warning : Severity::Problem;
    finding.layers = m_layers;
    finding.lastStep = m_step;
    finding.confidence = 0.8;
    finding.values = message("mean and variance of a channel are computed from %1 values; fewer than %2 are too few", shown(m_values), shown(m_limits.few));
    finding.meaning = message("The outputs of these layers depend on the other samples of a batch, and evaluation uses other statistics than training.");
    finding.advice = message("Use larger batches, or layer or group normalisation.");
    return {std::move(finding)};
}

} // namespace lensboard::health
