#pragma once

#include "core/preprocessor/preprocessor.h"
#include "core/stats/aggregate.h"

#include <vector>

namespace lensboard::preprocessor {

struct ActivationSettings
{
    bool recordEvaluation = false;
    bool channelLast = false;
    double eps = 1e-8;
    stats::Aggregate::Mode mode = stats::Aggregate::Mode::Running;
};

/// Of each output, the share of units that are not zero, and of those that are zero throughout the batch.
///
/// A unit is a channel: dimension 1, or the last with \c channelLast; an output of one dimension is one unit.
/// A unit's rate is the share of |y| > eps over the batch and all other dimensions (NaN is not above);
/// activation is the mean of the rates, death the share of rates that are exactly 0.
///
/// Shape:  \p output [N, C, *], floating point, any device; others and empty ones are passed over.
/// Source: monitorch OutputActivation.
class OutputActivationPreprocessor final : public ForwardPreprocessor
{
public:
    explicit OutputActivationPreprocessor(const ActivationSettings &settings) : m_settings(settings) {}

    const stats::Aggregate &activation(Slot slot) const { return m_slots[slot].activation; }
    const stats::Aggregate &death(Slot slot) const { return m_slots[slot].death; }

    Slot addLayer() override;
    void endTick() override;
    void skipTick() override { endTick(); }
    void processForward(Slot slot, const at::Tensor &output, bool training) override;

private:
    struct State
    {
        stats::Aggregate activation;
        stats::Aggregate death;
    };

    ActivationSettings m_settings;
    std::vector<State> m_slots;
    std::vector<std::int64_t> m_counts; ///< active values per unit, of the output at hand
};

} // namespace lensboard::preprocessor
