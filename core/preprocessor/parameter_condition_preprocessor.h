#pragma once

#include "core/preprocessor/matrix_preprocessor.h"

#include <vector>

namespace lensboard::preprocessor {

/// Inverse condition number σ_min/σ_max of each matrix: 1 if orthogonal, 0 if it loses a dimension, or below 1e-8. NaN if a
/// value is not finite.
///
/// Source: monitorch ParameterCond, a call of torch.linalg.cond(W, p=-2).
class ParameterConditionPreprocessor final : public MatrixPreprocessor
{
public:
    ParameterConditionPreprocessor(Compute compute, std::function<double()> maxCopied)
        : MatrixPreprocessor(std::move(compute), std::move(maxCopied))
    {}

    /// Result of \p slot in this tick; invalid if there is none.
    const std::shared_future<double> &condition(Slot slot) const { return m_conditions[slot]; }

    Slot addLayer() override;
    void endTick() override;

protected:
    void look(Slot slot, const KeptMatrix &matrix) override;

private:
    std::vector<std::shared_future<double>> m_conditions;
};

} // namespace lensboard::preprocessor
