#pragma once

#include "core/experiment/settings/rule_settings.h"
#include "core/health/rule.h"
#include "core/health/rules/per_line.h"

namespace lensboard::health {

/// Weights begin so that outputs grow or fade from layer to layer.
///
/// Of the first tick the root mean square of the outputs of at least three activations: the largest by the smallest, of those that are not zero. Above 50 a
/// warning, above 1000 a problem. What bounds its outputs, as tanh, shows no growth; its saturation does.
/// Source: Glorot & Bengio 2010; He et al. 2015: outputs of all layers are to have one variance.
class BadInitialisation final : public Rule
{
public:
    using Settings = settings::rules::BadInitialisation;

    explicit BadInitialisation(const Settings &settings = {}) : m_settings(settings) {}

    bool reads(Signal signal) const override { return signal == Signal::OutputNorm; }
    void see(const Reading &reading) override;
    void endTick(const Moment &moment) override;
    std::vector<Finding> findings() const override;

private:
    Settings m_settings;
    PerLine<double> m_first; ///< root mean squares of the first tick
    bool m_isJudged = false;
    std::int64_t m_step = 0;
};

} // namespace lensboard::health
