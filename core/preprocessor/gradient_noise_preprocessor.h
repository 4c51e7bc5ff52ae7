#pragma once

#include "core/preprocessor/preprocessor.h"

#include <optional>
#include <vector>

namespace lensboard::preprocessor {

/// Moments of pairs of consecutive gradients, for estimates of their mean and noise. Can be added over pairs and over parameters.
struct GradientMoments
{
    double signal = 0; ///< mean of ⟨g_k, g_{k-1}⟩: estimates ‖E g‖²
    double power = 0;  ///< mean of (‖g_k‖² + ‖g_{k-1}‖²) / 2: signal plus the variance tr Σ of a batch's gradient

    void operator+=(const GradientMoments &other);
    /// Returns ‖E g‖² / E‖g‖², in [0, 1]: 0 if the estimate is negative, nullopt if all gradients are zero.
    std::optional<double> share() const;
    /// Returns tr Σ / ‖E g‖², in batches; nullopt unless the estimate of ‖E g‖² is positive.
    std::optional<double> noise() const;
};

/// Moments of each parameter's gradients in a tick. Shown values are ratios of these means, not means of ratios.
///
/// All pairs have equal weight, so a sample of steps has the same expectation. The signal is underestimated for two
/// reasons: the second gradient is taken after a step along the first (by about lr · tr(H Σ) for plain SGD with curvature H), and the
/// batches of an epoch do not overlap (by tr Σ / (batches - 1)). With several backward passes per step, consecutive gradients
/// are not independent samples.
/// Shape:  any.
/// Source: McCandlish et al. 2018, An Empirical Model of Large-Batch Training, the simple noise scale.
class GradientNoisePreprocessor final : public TensorPreprocessor
{
public:
    /// Returns nullopt if the tick contains no pair of gradients.
    std::optional<GradientMoments> moments(Slot slot) const;

    /// Skips this tick, since some of its gradients are unknown.
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
