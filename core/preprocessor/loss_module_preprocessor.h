#pragma once

#include "core/preprocessor/preprocessor.h"
#include "core/stats/aggregate.h"

namespace lensboard::preprocessor {

/// Output of a loss module, separately for training and evaluation. Serves one layer.
///
/// Shape:  one element; other outputs are skipped and counted.
/// Source: monitorch LossModule.
class LossModulePreprocessor final : public ForwardPreprocessor
{
public:
    explicit LossModulePreprocessor(stats::Aggregate::Mode mode) : m_training(mode), m_evaluation(mode) {}

    const stats::Aggregate &training() const { return m_training; }
    const stats::Aggregate &evaluation() const { return m_evaluation; }
    std::size_t skipped() const { return m_skipped; } ///< total

    Slot addLayer() override { return 0; }
    void endTick() override;
    OutputNeeds needs() const override { return {.tensor = true, .evaluation = true}; }
    void processForward(Slot slot, const OutputMeasurement &measured) override;

private:
    stats::Aggregate m_training;
    stats::Aggregate m_evaluation;
    std::size_t m_skipped = 0;
};

} // namespace lensboard::preprocessor
