#include "core/preprocessor/effective_rank_preprocessor.h"

namespace lensboard::preprocessor {

Slot EffectiveRankPreprocessor::addLayer()
{
    m_slots.emplace_back().start = std::make_shared<Tensor>();
    return MatrixPreprocessor::addLayer();
}

void EffectiveRankPreprocessor::endTick()
{
    for (State &state : m_slots) {
        state.effective = state.stable = {};
        state.output.endTick();
    }
    MatrixPreprocessor::endTick();
}

void EffectiveRankPreprocessor::takeOutput(Slot slot)
{
    Measurement measured;
    measured.tensor = &m_slots[slot].output.matrix();
    if (measured.tensor->defined())
        processTensor(slot, measured);
}

void EffectiveRankPreprocessor::processTensor(Slot slot, const Measurement &measured)
{
    const Tensor matrix = measured.tensor->dim() > 2 ? measured.tensor->flatten(1) : *measured.tensor;
    Measurement ofMatrix = measured;
    ofMatrix.tensor = &matrix;
    MatrixPreprocessor::processTensor(slot, ofMatrix);
}

/// Computations run in the order of the requests, so the second uses results of the first.
void EffectiveRankPreprocessor::look(Slot slot, const KeptMatrix &matrix)
{
    State &state = m_slots[slot];
    if (!m_settings.effective) {
        state.stable = computed([matrix, start = state.start] { return matrix.stableRank(*start); });
        return;
    }
    const auto squares = std::make_shared<std::vector<double>>();
    state.effective = computed([matrix, squares] {
        *squares = matrix.squaredSingularValues();
        return effectiveRank(*squares);
    });
    state.stable = computed([squares] { return stableRank(*squares); });
}

} // namespace lensboard::preprocessor
