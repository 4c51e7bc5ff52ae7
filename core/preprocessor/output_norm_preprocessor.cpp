#include "core/preprocessor/output_norm_preprocessor.h"

#include <cmath>

namespace lensboard::preprocessor {

namespace {

double roundedNorm(const Tensor &output, double scale)
{
    const Tensor samples = output.detach().reshape({output.dim() > 0 ? output.size(0) : 1, -1});
    return (samples.norm(1) / scale).mean().item();
}

} // namespace

Slot OutputNormPreprocessor::addLayer()
{
    m_norms.emplace_back(m_settings.mode);
    return m_norms.size() - 1;
}

void OutputNormPreprocessor::endTick()
{
    for (stats::Aggregate &norm : m_norms)
        norm.clear();
}

OutputNeeds OutputNormPreprocessor::needs() const
{
    return {.tensor = m_settings.parity, .norm = !m_settings.parity, .evaluation = m_settings.recordEvaluation};
}

void OutputNormPreprocessor::processForward(Slot slot, const OutputMeasurement &measured)
{
    if (!measured.training && !m_settings.recordEvaluation)
        return;
    const double scale = m_settings.normaliseBySize ? std::sqrt(static_cast<double>(measured.sampleSize)) : 1;
    m_norms[slot].add(m_settings.parity ? roundedNorm(*measured.output, scale) : measured.meanNorm / scale);
}

} // namespace lensboard::preprocessor
