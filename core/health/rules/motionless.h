#pragma once

#include "core/experiment/settings/rules/gradient_rules.h"
#include "core/health/rules/per_line.h"
#include "core/health/rule.h"

namespace lensboard::health {

/// Lines that are zero for long while others are not. Not those that became zero when the loss was less than a thousandth of its start: nothing is left to learn then.
class ZeroLines
{
public:
    void see(const Reading &reading);
    void endTick(const Moment &moment);
    /// In model order those of at least \p least zeros in a row up to their last value.
    std::vector<const Line *> zeros(std::size_t least) const;
    /// Whether all are, and whatever else parameters there are.
    bool areAll(std::size_t least) const;
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
    std::int64_t m_unsolvedStep = 0; ///< at which the loss was last above that
    std::int64_t m_othersStep = -1; ///< at which a bias or a scale was last not zero
};

/// A layer that does not move.
///
/// Updates are exactly zero for ten ticks though the learning rate is not next to nothing, a problem. Or none of a layer's weights wants a gradient: a note
/// if such layers come before all that are trained, as where only the head of a model is trained anew; a warning if they lie between or behind those.
/// Source: SageMaker Debugger's UnchangedTensor (three steps, allclose).
class LayerFrozen final : public Rule
{
public:
    using Settings = settings::rules::LayerFrozen;

    explicit LayerFrozen(const Settings &settings = {}) : m_settings(settings) {}

    bool reads(Signal signal) const override { return signal == Signal::UpdateNorm; }
    OfThinned ofThinned() const override { return OfThinned::Reads; }
    void learn(const RunFacts &facts) override;
    void see(const Reading &reading) override { m_updates.see(reading); }
    void endTick(const Moment &moment) override
    {
        m_isRateNothing = moment.rate.isKnown() && (moment.rate.last() == 0 || moment.rate.isTiny());
        m_step = moment.step;
        m_updates.endTick(moment);
    }
    std::vector<Finding> findings() const override;

private:
    Settings m_settings;
    ZeroLines m_updates;
    std::vector<std::string> m_frozen; ///< by their parameters
    bool m_isOdd = false;              ///< of these some lie behind one that is trained
    bool m_isRateNothing = false; ///< what is too small for a float to change
    std::int64_t m_step = 0;
};

/// The gradient of a weight is exactly zero for ten ticks: nothing that the loss depends on depends on it. Or there is none: updates are zero for as long, and no
/// gradient was ever measured, though those of other layers were.
/// Source: SageMaker Debugger's AllZero (100 %).
class NoGradient final : public Rule
{
public:
    using Settings = settings::rules::NoGradient;

    explicit NoGradient(const Settings &settings = {}) : m_settings(settings) {}

    bool reads(Signal signal) const override { return signal == Signal::GradientNorm || signal == Signal::UpdateNorm; }
    OfThinned ofThinned() const override { return OfThinned::Reads; }
    void learn(const RunFacts &facts) override { m_layers = facts.layers; }
    void see(const Reading &reading) override { (reading.line.signal == Signal::GradientNorm ? m_gradients : m_updates).see(reading); }
    void endTick(const Moment &moment) override
    {
        m_gradients.endTick(moment);
        m_updates.endTick(moment);
    }
    std::vector<Finding> findings() const override;

private:
    std::vector<const Line *> withoutAny() const;

    Settings m_settings;
    ZeroLines m_gradients, m_updates;
    std::vector<record::LayerInfo> m_layers;
};

} // namespace lensboard::health
