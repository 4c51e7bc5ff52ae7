#pragma once

#include "core/experiment/settings/rules/gradient_rules.h"
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

/// Gradients of weights by depth: of each layer the median over five ticks, of the first, middle and last third of the layers the
/// medians of those. Embeddings, whose gradients have mostly zeros, are left out.
class GradientProfile
{
public:
    struct Thirds
    {
        double first = 0, middle = 0, last = 0;
    };

    void see(const Reading &reading);
    /// True every fifth tick at which there were gradients.
    bool endTick();
    /// None of fewer than three layers, or before five ticks.
    std::optional<Thirds> thirds() const;
    /// The median over layers of the root mean square of a gradient; none if sizes are not known.
    std::optional<double> middleRms() const;
    /// The norm of all.
    double total() const;
    /// Those of which \p accepts the gradient's norm, in model order.
    std::vector<std::string> layersWhere(const std::function<bool(double norm)> &accepts) const;
    Evidence evidence(std::vector<std::string> layers) const;

private:
    std::vector<const PerLine<BlockMedian>::Entry *> ordered() const;

    PerLine<BlockMedian> m_lines;
    bool m_isNew = false;
    std::size_t m_ticks = 0;
};

/// The norms of the first third of the layers by those of the last.
struct DepthRatio
{
    double ratio = 0;
    double limit = 0; ///< of the first norms
    std::vector<std::string> layers = {}; ///< beyond it, or near it

    auto operator<=>(const DepthRatio &other) const { return ratio <=> other.ratio; }
};

/// Gradients fade on their way to the first layers.
///
/// The norms of the first third of the layers are below a hundredth of those of the last third (a problem: a
/// thousandth), and those of the middle third between them; or half of all layers have a root mean square below 1e-7 while the
/// loss is above half its start. Ten ticks long.
/// Source: Glorot & Bengio 2010; SageMaker Debugger's VanishingGradient (mean(abs(g)) < 1e-7); NeuroScope's ratio of neighbours.
class VanishingGradient final : public Rule
{
public:
    using Settings = settings::rules::VanishingGradient;

    explicit VanishingGradient(const Settings &settings = {}) : m_settings(settings) {}

    bool reads(Signal signal) const override { return signal == Signal::GradientNorm; }
    void see(const Reading &reading) override { m_profile.see(reading); }
    void endTick(const Moment &moment) override;
    std::vector<Finding> findings() const override;

private:
    Settings m_settings;
    GradientProfile m_profile;
    Evident<DepthRatio, std::less<>> m_fading{2};
    Evident<double> m_tiny{2}; ///< root mean square
};

/// Gradients are far too large: they grow on their way to the first layers, or beside the weights, or in time.
///
/// The first third of the layers has norms above a thousand times those of the last, the middle between them; or the median over
/// layers of gradient by weight is above 30 (a problem: 1000); or all together grew by a hundred since they were
/// least while the loss is above its start. Ten ticks long. Where another tool logged the norm of all, only that is judged so.
/// Source: Pascanu et al. 2013; trainpulse (norm above 100) and NeuroScope (above 5 or 10) have limits that know no weights.
class ExplodingGradient final : public Rule
{
public:
    using Settings = settings::rules::ExplodingGradient;

    explicit ExplodingGradient(const Settings &settings = {}) : m_settings(settings) {}

    bool reads(Signal signal) const override { return m_ofWeights.reads(signal) || signal == Signal::TotalGradientNorm; }
    void see(const Reading &reading) override;
    void endTick(const Moment &moment) override;
    std::vector<Finding> findings() const override;

private:
    /// Of the norm of all gradients, by the least so far.
    struct Growth
    {
        double factor = 0;
        double limit = 0; ///< of the norm

        auto operator<=>(const Growth &other) const { return factor <=> other.factor; }
    };

    void lookAtTotal(double total, const Moment &moment);
    Finding finding(const Persistence &so) const;

    Settings m_settings;
    GradientProfile m_profile;
    NormRatio m_ofWeights{Signal::GradientNorm};
    Evident<DepthRatio, std::greater<>> m_byDepth{2};
    Evident<double, std::greater<>> m_besideWeights{2};
    Evident<Growth, std::greater<>> m_growing{2};
    FirstLine m_totalLine;
    BlockMedian m_totals; ///< as they were logged
    std::optional<double> m_newTotal;
    double m_leastTotal = 0;
};

} // namespace lensboard::health
