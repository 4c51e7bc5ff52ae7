#pragma once

#include "core/preprocessor/preprocessor.h"
#include "core/stats/aggregate.h"

#include <vector>

namespace lensboard::preprocessor {

/// Inverse condition number σ_min/σ_max of each matrix: 1 for an orthogonal one, 0 for one that loses a dimension.
///
/// From the eigenvalues of the smaller Gram matrix, formed and solved in double: as near to the truth as the matrix
/// in float is, and a small part of the price of its singular values. Below 1e-8 it cannot be distinguished from 0.
///
/// Shape:  [rows, columns]; other tensors are skipped. NaN if a value is not finite.
/// Source: monitorch ParameterCond, which takes torch.linalg.cond(W, p=-2).
class ParameterConditionPreprocessor final : public TensorPreprocessor
{
public:
    explicit ParameterConditionPreprocessor(stats::Aggregate::Mode mode) : m_mode(mode) {}

    const stats::Aggregate &condition(Slot slot) const { return m_conditions[slot]; }

    Slot addLayer() override;
    void endTick() override;
    Needs needs() const override { return {.tensor = true}; }
    void processTensor(Slot slot, const Measurement &measured) override;

private:
    stats::Aggregate::Mode m_mode;
    std::vector<stats::Aggregate> m_conditions;
};

} // namespace lensboard::preprocessor
