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
    bool parity = false;          ///< computed in the output's precision, as in monitorch
    stats::Aggregate::Mode mode = stats::Aggregate::Mode::Running;
};

/// L2 norm of each sample's output, with all dimensions flattened, averaged over the batch (dimension 0). It does
/// not depend on the position of channels.
///
/// Shape:  outputs [N, *].
/// Units:  the outputs' unit; RMS with \c normaliseBySize.
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
