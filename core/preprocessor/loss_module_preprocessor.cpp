#include "core/preprocessor/loss_module_preprocessor.h"

namespace lensboard::preprocessor {

void LossModulePreprocessor::endTick()
{
    m_training.clear();
    m_evaluation.clear();
}

void LossModulePreprocessor::processForward(Slot, const OutputMeasurement &measured)
{
    if (measured.size != 1)
        ++m_skipped;
    else
        (measured.training ? m_training : m_evaluation).add(measured.output->item());
}

} // namespace lensboard::preprocessor
