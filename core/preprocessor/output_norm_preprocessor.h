#pragma once

#include "core/preprocessor/preprocessor.h"
#include "core/stats/aggregate.h"

#include <algorithm>

#include <vector>

namespace lensboard::preprocessor {

struct OutputNormSettings
{
    bool recordEvaluation = false;
    bool normaliseBySize = false; ///< root mean square of a sample instead of its norm
    bool parity = false;          ///< formed in the output's precision, as monitorch does
    stats::Aggregate::Mode mode = stats::Aggregate::Mode::Running;
};

/// L2 norm of each sample's output, all its dimensions flattened, averaged over the batch (dimension 0). It is the
/// same wherever the channels stand.
///
/// Shape:  outputs [N, *].
/// Units:  those of the outputs; RMS with \c normaliseBySize.
/// Source: monitorch OutputNorm.
class OutputNormPreprocessor final : public ForwardPreprocessor
{
public:
    explicit OutputNormPreprocessor(const OutputNormSettings &settings) : m_settings(settings) {}

    const stats::Aggregate &norm(Slot slot) const { return m_norms[slot]; }

    Slot addLayer() override;
    void endTick() override;
    void forEachAggregate(const std::function<void(stats::Aggregate &)> &use) override { std::for_each(m_norms.begin(), m_norms.end(), use); }
    OutputNeeds needs() const override;
    void processForward(Slot slot, const OutputMeasurement &measured) override;

private:
    OutputNormSettings m_settings;
    std::vector<stats::Aggregate> m_norms;
};

} // namespace lensboard::preprocessor
