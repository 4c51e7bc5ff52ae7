#include "core/preprocessor/output_activation_preprocessor.h"

namespace lensboard::preprocessor {

OutputActivationPreprocessor::OutputActivationPreprocessor(const OutputActivationSettings &settings)
    : m_settings(settings), m_rates(settings.mode)
{}

OutputActivationPreprocessor::OutputActivationPreprocessor(const FlatPart &flat, const OutputActivationSettings &settings)
    : m_settings(settings), m_flat(flat), m_rates(settings.mode)
{}

OutputNeeds OutputActivationPreprocessor::needs() const
{
    if (m_flat)
        return {.evaluation = m_settings.recordEvaluation,
                .channelLast = m_settings.channelLast,
                .saturated = true,
                .low = m_flat->low,
                .high = m_flat->high};
    return {.active = true,
            .evaluation = m_settings.recordEvaluation,
            .channelLast = m_settings.channelLast,
            .eps = static_cast<float>(m_settings.eps)};
}

void OutputActivationPreprocessor::processForward(Slot slot, const OutputMeasurement &measured)
{
    if (!measured.training && !m_settings.recordEvaluation)
        return;
    if (m_flat)
        m_rates.add(slot, measured.saturated, measured.size, measured.saturatedChannels, measured.channels);
    else
        m_rates.add(slot, measured.active, measured.size, measured.deadChannels, measured.channels);
}

} // namespace lensboard::preprocessor
