#include "core/preprocessor/output_saturation_preprocessor.h"

namespace lensboard::preprocessor {

OutputNeeds OutputSaturationPreprocessor::needs() const
{
    OutputNeeds needs;
    needs.evaluation = m_settings.recordEvaluation;
    if (m_flat.of == FlatPart::Of::Values) {
        needs.saturated = true;
        needs.channelLast = m_settings.channelLast;
        needs.low = m_flat.low;
        needs.high = m_flat.high;
    } else {
        needs.peaked = true;
        needs.ofLogs = m_flat.of == FlatPart::Of::LogShares;
        needs.entropy = m_flat.entropy;
    }
    return needs;
}

void OutputSaturationPreprocessor::processForward(Slot slot, const OutputMeasurement &measured)
{
    if (!measured.training && !m_settings.recordEvaluation)
        return;
    if (m_flat.of == FlatPart::Of::Values)
        m_rates.add(slot, measured.saturated, measured.size, measured.saturatedChannels, measured.channels);
    else
        m_rates.add(slot, measured.peakedRows, measured.rows, 0, 0);
}

} // namespace lensboard::preprocessor
