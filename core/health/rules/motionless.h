#pragma once

#include "core/experiment/settings/rule_settings.h"
#include "core/health/limit_scale.h"
#include "core/health/frozen_layers.h"
#include "core/health/rules/per_line.h"
#include "core/health/rule.h"

namespace lensboard::health {

/// Lines that stay zero while others do not. Ignores lines that became zero when the loss was below a thousandth of its start and little is left
/// to learn.
class ZeroLines
{
public:
    void see(const Reading &reading);
    void endTick(const TickState &tick);
    /// Returns the lines with at least \p least zeros in a row up to their last value, in model order.
    std::vector<const Line *> zeros(std::size_t least) const;
    /// Returns true if all weights are zero as in zeros(), and all biases and scales too.
    bool areAll(std::size_t least) const;
    /// Returns the number of ticks in a row that count, half of \p ticks if they are long.
    std::size_t leastOf(std::size_t ticks) const { return m_hasLongTicks ? (ticks + 1) / 2 : ticks; }
    bool empty() const { return m_lines.empty(); }
    bool hasLayer(const std::string &layer) const;
    std::int64_t firstStep(const Line &line) const;
    std::int64_t lastStep() const { return m_lastStep; }

private:
    struct State
    {
        std::size_t zeros = 0; ///< in a row
        std::int64_t firstStep = 0;
    };

    static constexpr double kSolved = 1e-3;

    PerLine<State> m_lines;
    std::int64_t m_lastStep = 0;
    std::int64_t m_unsolvedStep = 0; ///< last step with a loss above kSolved of its start
    bool m_hasLongTicks = false;
    std::int64_t m_othersStep = -1; ///< last step with a bias or a scale that was not zero
};

/// The weights of a layer do not change.
///
/// Updates are exactly zero for ten ticks (five if ticks are long) while the learning rate is not negligible: a problem. Or no weight of the layer requires a gradient:
/// a note if such layers come before all trained layers, outnumber them, or adapters are trained, as in fine-tuning; a warning if few of them lie
/// between or behind trained layers.
/// Source: SageMaker Debugger's UnchangedTensor (three steps, allclose).
class LayerFrozen final : public Rule
{
public:
    using Settings = settings::rules::LayerFrozen;

    explicit LayerFrozen(LimitScale scale = {}) : m_limits{scale} {}

    bool reads(Signal signal) const override { return signal == Signal::UpdateNorm; }
    OfThinned ofThinned() const override { return OfThinned::Reads; }
    void learn(const RunFacts &facts) override { m_frozen = frozenLayers(facts.layers); }
    void see(const Reading &reading) override { m_updates.see(reading); }
    void endTick(const TickState &tick) override
    {
        m_isRateNothing = tick.rate.isKnown() && (tick.rate.last() == 0 || tick.rate.isTiny());
        m_step = tick.step;
        m_updates.endTick(tick);
    }
    std::vector<Finding> findings() const override;

private:
    struct Limits
    {
        LimitScale scale;
        std::size_t leastTicks = scale.count(10); ///< ticks in a row
    };

    Limits m_limits;
    ZeroLines m_updates;
    FrozenLayers m_frozen;
    bool m_isRateNothing = false; ///< true if the rate is 0 or too small to change a float
    std::int64_t m_step = 0;
};

/// The gradient of a weight is exactly zero for ten ticks (five if ticks are long), so the loss does not depend on the weight. Or the gradient is missing: updates are
/// zero for ten ticks and no gradient was ever measured, although other layers have gradients.
/// Source: SageMaker Debugger's AllZero (100 %).
class NoGradient final : public Rule
{
public:
    using Settings = settings::rules::NoGradient;

    explicit NoGradient(LimitScale scale = {}) : m_limits{scale} {}

    bool reads(Signal signal) const override { return signal == Signal::GradientNorm || signal == Signal::UpdateNorm; }
    OfThinned ofThinned() const override { return OfThinned::Reads; }
    void learn(const RunFacts &facts) override { m_layers = facts.layers; }
    void see(const Reading &reading) override { (reading.line.signal == Signal::GradientNorm ? m_gradients : m_updates).see(reading); }
    void endTick(const TickState &tick) override
    {
        m_gradients.endTick(tick);
        m_updates.endTick(tick);
    }
    std::vector<Finding> findings() const override;

private:
    struct Limits
    {
        LimitScale scale;
        std::size_t leastTicks = scale.count(10); ///< ticks in a row
    };

    std::vector<const Line *> withoutAny() const;

    Limits m_limits;
    ZeroLines m_gradients, m_updates;
    std::vector<record::LayerInfo> m_layers;
};

} // namespace lensboard::health
