#include "core/preprocessor/output_activation_preprocessor.h"

namespace lensboard::preprocessor {

OutputActivationPreprocessor::OutputActivationPreprocessor(const OutputActivationSettings &settings)
    : m_settings(settings), m_rates(settings.mode)
{}

OutputNeeds OutputActivationPreprocessor::needs() const
{
    return {.active = true,
            .evaluation = m_settings.recordEvaluation,
            .channelLast = m_settings.channelLast,
            .eps = static_cast<float>(m_settings.eps)};
}

void OutputActivationPreprocessor::processForward(Slot slot, const OutputMeasurement &measured)
{
    if (measured.training || m_settings.recordEvaluation)
        m_rates.add(slot, measured.active, measured.size, measured.deadChannels, measured.channels);
}

} // namespace lensboard::preprocessor
