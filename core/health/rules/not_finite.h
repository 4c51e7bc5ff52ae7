#pragma once

#include "core/experiment/settings/rules/loss_rules.h"
#include "core/health/rules/per_line.h"
#include "core/health/rule.h"

namespace lensboard::health {

/// Something is NaN or infinite: what came first, where and when.
///
/// The first is what was not finite in the earliest tick; of several there, what was so at the most steps of the tick, as far as steps
/// are counted; of those the cause by the order of a step: inputs, outputs from the first layer on, the loss, gradients from the last layer back, updates,
/// parameters. Where the loss of validation came first, the layer is that whose outputs came next. A problem if the loss, the outputs or the parameters are so at the end; gradients alone are skipped steps of mixed precision,
/// and a loss that is NaN now and then was not measured there.
/// Source: SageMaker Debugger's ExplodingTensor, which does not say what came first.
class NotFinite final : public Rule
{
public:
    using Settings = settings::rules::NotFinite;

    explicit NotFinite(const Settings &settings = {}) : m_settings(settings) {}

    bool reads(Signal signal) const override;
    OfThinned ofThinned() const override { return OfThinned::Reads; }
    bool readsNonFinite() const override { return true; }
    void see(const Reading &reading) override;
    std::vector<Finding> findings() const override;

private:
    struct State
    {
        std::size_t seen = 0, bad = 0;
        int returns = 0;
        bool isBad = false; ///< the last reading
        double firstCount = 0; ///< steps of the first tick
        std::int64_t firstStep = 0, lastStep = 0;
    };
    using Entry = PerLine<State>::Entry;

    std::vector<const Entry *> bad() const;
    Severity severityOf(const std::vector<const Entry *> &bad) const;

    Settings m_settings;
    PerLine<State> m_lines;
};

} // namespace lensboard::health
