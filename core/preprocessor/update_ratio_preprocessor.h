#pragma once

#include "core/preprocessor/preprocessor.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lensboard::preprocessor {

/// Change of a tensor in a step relative to its norm: ‖Δθ‖ / ‖θ‖, with θ before the step. An all-zero θ has no value.
///
/// Shape:  any.
/// Units:  none.
class UpdateRatioPreprocessor final : public TensorPreprocessor
{
public:
    explicit UpdateRatioPreprocessor(stats::Aggregate::Mode mode) : m_mode(mode) {}

    const stats::Aggregate &ratio(Slot slot) const { return m_ratios[slot]; }

    Slot addLayer() override
    {
        m_ratios.emplace_back(m_mode);
        return m_ratios.size() - 1;
    }
    void endTick() override { std::ranges::for_each(m_ratios, &stats::Aggregate::clear); }
    void forEachAggregate(const std::function<void(stats::Aggregate &)> &use) override { std::ranges::for_each(m_ratios, use); }
    Needs needs() const override { return {.squares = true, .base = true}; }
    void processTensor(Slot slot, const Measurement &measured) override
    {
        if (measured.baseSquares != 0)
            m_ratios[slot].add(std::sqrt(measured.squares) / std::sqrt(measured.baseSquares));
    }

private:
    stats::Aggregate::Mode m_mode;
    std::vector<stats::Aggregate> m_ratios;
};

} // namespace lensboard::preprocessor
