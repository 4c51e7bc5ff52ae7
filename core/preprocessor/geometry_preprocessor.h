#pragma once

#include "core/preprocessor/preprocessor.h"
#include "core/stats/aggregate.h"

#include <vector>

namespace lensboard::preprocessor {

struct GeometrySettings
{
    bool correlation = true;
    bool normaliseBySize = false; ///< norms become root mean squares
    bool acrossTicks = true;      ///< compares the first tensor of a tick with the last of the tick before
    bool parity = false;          ///< monitorch's arbitrary first cosine, its 1e-8 in the denominator, its precision
    stats::Aggregate::Mode mode = stats::Aggregate::Mode::Running;
};

/// Norm of each tensor of a sequence, and cosine between consecutive tensors: gradients, outputs' gradients,
/// parameters, or their changes.
///
/// The cosine is 0 if a norm is 0. A tensor has no cosine if its predecessor is missing, has another shape or
/// is not finite.
/// Shape:  any.
/// Units:  norms in the tensor's unit; cosines in [-1, 1].
/// Source: monitorch GradientGeometry, OutputGradientGeometry, ParameterDifferenceGeometry, ParameterNorm.
class GeometryPreprocessor final : public TensorPreprocessor
{
public:
    explicit GeometryPreprocessor(const GeometrySettings &settings) : m_settings(settings) {}

    const stats::Aggregate &norm(Slot slot) const { return m_slots[slot].norm; }
    const stats::Aggregate &correlation(Slot slot) const { return m_slots[slot].correlation; }

    /// Skips cosines until this tick ends, if they might be with tensors from before. Returns true if it does.
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
