#pragma once

#include "core/experiment/settings/rule_settings.h"
#include "core/health/limit_scale.h"
#include "core/health/rules/first_line.h"
#include "core/health/rules/norm_ratio.h"
#include "core/health/rules/persistence.h"
#include "core/health/rule.h"

#include <compare>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lensboard::health {

/// Gradients of weights by depth: the median over five ticks for each layer, then the medians for the first, middle and last third of the layers.
/// Embeddings are excluded, since their gradients are mostly zeros.
class GradientProfile
{
public:
    struct Thirds
    {
        double first = 0, middle = 0, last = 0;
    };

    void see(const Reading &reading);
    /// Ends the tick. Returns true if it ends a block of ticks with gradients.
    bool endTick(std::int64_t step);
    /// Returns the first step of the current block.
    std::int64_t blockStep() const { return m_ticks.firstStep(); }
    /// Returns nullopt if there are fewer than three layers or fewer than five ticks.
    std::optional<Thirds> thirds() const;
    /// Returns the median over layers of a gradient's root mean square; nullopt if sizes are not known.
    std::optional<double> middleRms() const;
    /// Returns the norm of all gradients together.
    double total() const;
    /// Returns the layers with a gradient norm that \p accepts returns true for, in model order.
    std::vector<std::string> layersWhere(const std::function<bool(double norm)> &accepts) const;
    Evidence evidence(std::vector<std::string> layers) const;

private:
    std::vector<const PerLine<BlockMedian>::Entry *> ordered() const;

    PerLine<BlockMedian> m_lines;
    bool m_isNew = false;
    BlockMedian m_ticks; ///< counts ticks as the lines' blocks do
};

/// Gradient norms of the first third of the layers divided by the norms of the last third.
struct DepthRatio
{
    double ratio = 0;
    double limit = 0; ///< limit of the first third's norms
    std::vector<std::string> layers = {}; ///< layers beyond the limit, or near it

    auto operator<=>(const DepthRatio &other) const { return ratio <=> other.ratio; }
};

/// Gradients fade on their way to the first layers.
///
/// Norms in the first third of the layers are below a hundredth of the norms in the last third (a problem: a thousandth), with the middle third
/// between them; or half of all layers have a root mean square below 1e-7 while the loss is above half its start. For ten ticks.
/// Source: Glorot & Bengio 2010; SageMaker Debugger's VanishingGradient (mean(abs(g)) < 1e-7); NeuroScope's ratio of neighbours.
class VanishingGradient final : public Rule
{
public:
    using Settings = settings::rules::VanishingGradient;

    explicit VanishingGradient(LimitScale scale = {}) : m_limits{scale} {}

    bool reads(Signal signal) const override { return signal == Signal::GradientNorm; }
    void see(const Reading &reading) override { m_profile.see(reading); }
    void endTick(const TickState &tick) override;
    std::vector<Finding> findings() const override;

private:
    static constexpr double kMinLevel = 0.5; ///< small gradients count above this share of the loss at the start

    struct Limits
    {
        LimitScale scale;
        double ratio = scale.below(1e-2); ///< norm in the first third of the layers divided by the norm in the last: warning
        double problemRatio = scale.below(1e-3); ///< problem
        double leastRms = scale.below(1e-7); ///< root mean square of a gradient
    };

    Limits m_limits;
    GradientProfile m_profile;
    Evident<DepthRatio, std::less<>> m_fading{2};
    Evident<double> m_tiny{2}; ///< root mean square
};

/// Gradients are far too large: growing towards the first layers, large beside the weights, or growing in time.
///
/// The first third of the layers has norms above a thousand times the last third's, with the middle third between; or the median over layers of
/// gradient by weight is above 30 (a problem: 1000; a note while the loss is below 0.7 of its start, unless the training is
/// known to begin from scratch); or the total norm grew a hundredfold from its minimum while the loss is above its start. For
/// ten ticks. If another tool logged the total norm, only the growth of that is judged.
/// Source: Pascanu et al. 2013; the limits of trainpulse (norm above 100) and NeuroScope (above 5 or 10) ignore the weights.
class ExplodingGradient final : public Rule
{
public:
    using Settings = settings::rules::ExplodingGradient;

    explicit ExplodingGradient(LimitScale scale = {}) : m_limits{scale} {}

    bool reads(Signal signal) const override { return m_ofWeights.reads(signal) || signal == Signal::TotalGradientNorm; }
    void see(const Reading &reading) override;
    void endTick(const TickState &tick) override;
    std::vector<Finding> findings() const override;

private:
    static constexpr double kMinLevel = 1.2; ///< growth counts above this share of the loss at the start

    struct Limits
    {
        LimitScale scale;
        double ratio = scale.above(1e3); ///< norm in the first third of the layers divided by the norm in the last
        double ofWeights = scale.above(30); ///< gradient divided by weights: warning
        double problemOfWeights = scale.above(1e3); ///< problem
        double growth = scale.above(100); ///< growth in time
    };

    /// Norm of all gradients divided by the least so far.
    struct Growth
    {
        double factor = 0;
        double limit = 0; ///< limit of the norm

        auto operator<=>(const Growth &other) const { return factor <=> other.factor; }
    };

    void lookAtTotal(double total, const TickState &tick);
    Finding finding(const Persistence &so) const;

    Limits m_limits;
    GradientProfile m_profile;
    NormRatio m_ofWeights{Signal::GradientNorm};
    Evident<DepthRatio, std::greater<>> m_byDepth{2};
    Evident<double, std::greater<>> m_besideWeights{2};
    Evident<Growth, std::greater<>> m_growing{2};
    FirstLine m_totalLine;
    BlockMedian m_totals; ///< total norms logged by the other tool
    std::optional<double> m_newTotal;
    double m_leastTotal = 0;
    bool m_hasLearnt = false; ///< true while the loss is far below its start
};

} // namespace lensboard::health
