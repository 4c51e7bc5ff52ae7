#pragma once

#include "core/hook/optimizer_moments.h"
#include "core/preprocessor/preprocessor.h"

#include <array>
#include <cstddef>
#include <vector>

namespace lensboard::preprocessor {

/// Statistics of an optimizer's moments and steps, by parameter. g is the gradient; m and v are the moments with their bias corrected, as the
/// optimizer uses them.
///
/// A quantity has no value where the optimizer lacks a part of it, or its step is not known. Weight decay is not part of an update, unless
/// the optimizer adds it to the gradient before it forms its moments.
/// Shape:  any. Computed in at least single precision, on the tensors' device; results of a device are copied in take().
class MomentsPreprocessor final : public Preprocessor
{
public:
    enum Quantity : std::size_t {
        FirstMoment,   ///< √mean m²
        SecondMoment,  ///< √mean v, in the unit of gradients
        Update,        ///< √mean of squared changes of the parameter
        GradientRatio, ///< mean of g² / max(v, ε²): far above 1 if v is out of date
        EffectiveStep, ///< mean of rate / (√v + ε): the change per unit of m
        kQuantities
    };

    /// Means over a parameter, each of one element, on the moments' device; undefined where they are unknown.
    using Means = std::array<Tensor, kQuantities>;

    explicit MomentsPreprocessor(stats::Aggregate::Mode mode) : m_mode(mode) {}

    /// Returns the means that process() shows: of the first moment, the update and their like, means of squares.
    static Means meansOf(const hook::OptimizerMoments &moments);
    /// Adds the mean of one quantity in a step.
    void add(Slot slot, Quantity quantity, double mean);
    void process(Slot slot, const hook::OptimizerMoments &moments);
    /// Reads results of the last steps from their device. Call before values().
    void take();
    const stats::Aggregate &values(Slot slot, Quantity quantity) const { return m_slots[slot][quantity]; }

    Slot addLayer() override;
    void endTick() override;
    void forEachAggregate(const std::function<void(stats::Aggregate &)> &use) override;

private:
    struct Waiting
    {
        Slot slot;
        Quantity quantity;
    };

    stats::Aggregate::Mode m_mode;
    std::vector<std::vector<stats::Aggregate>> m_slots; ///< by quantity
    std::vector<Waiting> m_waiting; ///< results on a device
    std::vector<Tensor> m_means;    ///< theirs, 0-dimensional, in float64
};

} // namespace lensboard::preprocessor
