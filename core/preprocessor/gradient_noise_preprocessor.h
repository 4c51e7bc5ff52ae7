#pragma once

#include "core/preprocessor/preprocessor.h"

#include <optional>
#include <vector>

namespace lensboard::preprocessor {

/// What pairs of consecutive gradients say of their mean and of their noise. Adds up over pairs, and so over parameters.
struct GradientMoments
{
    double signal = 0; ///< mean of ⟨g_k, g_{k-1}⟩: estimates ‖E g‖²
    double power = 0;  ///< mean of (‖g_k‖² + ‖g_{k-1}‖²) / 2, the same plus the variance tr Σ of a batch's gradient

    void operator+=(const GradientMoments &other);
    /// ‖E g‖² / E‖g‖², in [0, 1]: 0 where the estimate is negative. None of gradients that are zero.
    std::optional<double> share() const;
    /// tr Σ / ‖E g‖², in batches; none where the estimate of ‖E g‖² is not positive.
    std::optional<double> noise() const;
};

/// The moments of each parameter's gradients in a tick: a ratio of these means, not a mean of ratios, is what is shown.
///
/// Each pair counts alike, so pairs that are found in some steps only estimate the same. The estimate of the signal is low where parameters
/// move: by steps, since the second gradient is taken where the first led (about lr · tr(H Σ) of plain SGD with curvature H), and by the
/// batches of an epoch that do not overlap (tr Σ / (batches - 1)). With several backward passes in a step, consecutive gradients are no
/// samples of their own.
/// Shape:  any.
/// Source: McCandlish et al. 2018, An Empirical Model of Large-Batch Training, the simple noise scale.
class GradientNoisePreprocessor final : public TensorPreprocessor
{
public:
    /// None if there was no pair in the tick.
    std::optional<GradientMoments> moments(Slot slot) const;

    /// Leaves this tick out: it had gradients that are not known.
    void resumed() { m_leavesOut = true; }

    Slot addLayer() override;
    void endTick() override;
    Needs needs() const override { return {.squares = true, .product = true}; }
    void processTensor(Slot slot, const Measurement &measured) override;

private:
    struct Sums
    {
        std::size_t pairs = 0;
        GradientMoments moments;
    };
    std::vector<Sums> m_slots;
    bool m_leavesOut = false;
};

} // namespace lensboard::preprocessor
