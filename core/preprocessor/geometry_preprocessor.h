#pragma once

#include "core/preprocessor/preprocessor.h"
#include "core/stats/aggregate.h"

#include <vector>

namespace lensboard::preprocessor {

struct GeometrySettings
{
    bool correlation = true;
    bool normaliseBySize = false; ///< norms become root mean squares
    bool acrossTicks = true;      ///< the first tensor of a tick is compared with the last of the one before
    bool parity = false;          ///< monitorch's made-up first cosine, its 1e-8 in the denominator, its precision
    stats::Aggregate::Mode mode = stats::Aggregate::Mode::Running;
};

/// Norm of each tensor of a sequence, and the cosine between consecutive ones: of gradients, of outputs' gradients, of
/// parameters, of their changes, as the gatherer brings them.
///
/// The cosine is 0 where a norm is 0. A tensor without predecessor, with one of another shape or with one that
/// was not finite has no cosine.
/// Shape:  any.
/// Units:  norms those of the tensor; cosines in [-1, 1].
/// Source: monitorch GradientGeometry, OutputGradientGeometry, ParameterDifferenceGeometry, ParameterNorm.
class GeometryPreprocessor final : public TensorPreprocessor
{
public:
    explicit GeometryPreprocessor(const GeometrySettings &settings) : m_settings(settings) {}

    const stats::Aggregate &norm(Slot slot) const { return m_slots[slot].norm; }
    const stats::Aggregate &correlation(Slot slot) const { return m_slots[slot].correlation; }

    /// Leaves cosines out until this tick ends, if they may be with tensors of before; true if so.
    bool resumed();

    Slot addLayer() override;
    void endTick() override;
    void forEachAggregate(const std::function<void(stats::Aggregate &)> &use) override;
    Needs needs() const override;
    void processTensor(Slot slot, const Measurement &measured) override;

private:
    struct State
    {
        stats::Aggregate norm;
        stats::Aggregate correlation;
        bool firstOfTick = true;
    };
    double cosine(const Measurement &measured) const;

    GeometrySettings m_settings;
    bool m_leavesOutCosines = false;
    std::vector<State> m_slots;
};

} // namespace lensboard::preprocessor
