#pragma once

#include "core/preprocessor/preprocessor.h"

#include <cstddef>
#include <vector>

namespace lensboard::preprocessor {

/// Statistics of an optimizer's moments and steps, by parameter. g is the gradient; m and v are the moments with their bias corrected, as the
/// optimizer uses them.
///
/// A quantity has no value where the optimizer lacks a part of it, or its step is not known. Weight decay is not part of an update, unless
/// the optimizer adds it to the gradient before it forms its moments.
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

    explicit MomentsPreprocessor(stats::Aggregate::Mode mode) : m_mode(mode) {}

    /// Adds the mean of one quantity in a step; see MomentBatch.
    void add(Slot slot, Quantity quantity, double mean);
    const stats::Aggregate &values(Slot slot, Quantity quantity) const { return m_slots[slot][quantity]; }

    Slot addLayer() override;
    void endTick() override;
    void forEachAggregate(const std::function<void(stats::Aggregate &)> &use) override;

private:
    stats::Aggregate::Mode m_mode;
    std::vector<std::vector<stats::Aggregate>> m_slots; ///< by quantity
};

} // namespace lensboard::preprocessor
