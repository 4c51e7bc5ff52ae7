#pragma once

#include "core/preprocessor/preprocessor.h"
#include "core/preprocessor/rates.h"

namespace lensboard::preprocessor {

/// For each gradient, the share of nonzero values, and the share of all-zero rows along the first dimension (neurons).
/// In a vector, each value is a row.
///
/// Shape:  gradients [rows, *].
/// Units:  shares, 0 to 1.
/// Source: monitorch GradientActivation.
class GradientActivationPreprocessor final : public TensorPreprocessor
{
public:
    GradientActivationPreprocessor(double eps, stats::Aggregate::Mode mode)
        : m_eps(static_cast<float>(eps)), m_rates(mode)
    {}

    const Rates &rates() const { return m_rates; }

    Slot addLayer() override { return m_rates.addLayer(); }
    void endTick() override { m_rates.clear(); }
    void forEachAggregate(const std::function<void(stats::Aggregate &)> &use) override { m_rates.forEachAggregate(use); }
    Needs needs() const override { return {.active = true, .eps = m_eps}; }
    void processTensor(Slot slot, const Measurement &measured) override
    {
        m_rates.add(slot, measured.active, measured.size, measured.deadRows, measured.rows);
    }

private:
    float m_eps;
    Rates m_rates;
};

} // namespace lensboard::preprocessor
