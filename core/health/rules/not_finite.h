#pragma once

#include "core/experiment/settings/rule_settings.h"
#include "core/health/limit_scale.h"
#include "core/health/rule.h"
#include "core/health/rules/per_line.h"
#include "core/record/message.h"

namespace lensboard::health {

/// A value is NaN or infinite: reports the first one, its place and step.
///
/// The first line is the one in the earliest tick; among several, the line with the most bad steps in that tick, if steps are counted; then by
/// order within a step: inputs, outputs from the first layer on, loss, gradients from the last layer back, updates, parameters.
/// Finding::before names the line that grew most in the tick before, if that was tenfold: its last finite value against the geometric mean of
/// about its last twenty.
/// If the validation loss came first, the layer is the first with bad outputs after it.
/// A problem if loss, outputs or parameters are not finite at the end, or gradients while the loss is logged as exactly 0, as transformers logs
/// NaN. Other gradients alone are skipped steps of mixed precision, and a loss that is NaN now and then was not measured at these steps.
/// Source: SageMaker Debugger's ExplodingTensor; it does not report the first value.
class NotFinite final : public Rule
{
public:
    using Settings = settings::rules::NotFinite;

    explicit NotFinite(LimitScale scale = {}) : m_limits{scale} {}

    bool reads(Signal signal) const override;
    OfThinned ofThinned() const override { return OfThinned::Reads; }
    bool readsNonFinite() const override { return true; }
    void see(const Reading &reading) override;
    void endTick(const TickState &tick) override;
    std::vector<Finding> findings() const override;

private:
    static constexpr std::int64_t kMaxReturns = 2; ///< returns to finite numbers; with more, the loss is considered not measured everywhere

    struct Limits
    {
        LimitScale scale;
        double mostSkipped = scale.share(0.1); ///< share of ticks that may have non-finite gradients if nothing else is non-finite: skipped steps of mixed precision
    };

    struct State
    {
        std::size_t seen = 0, bad = 0;
        int returns = 0;
        bool isBad = false; ///< for the last reading
        double firstCount = 0; ///< bad steps in the first tick
        std::int64_t firstStep = 0, lastStep = 0;
        double usual = 0, last = 0; ///< logarithms of finite values: a running mean without the last one, and the last one
        std::int64_t lastFinite = 0; ///< step of the last one before the first bad value
    };
    using Entry = PerLine<State>::Entry;

    std::vector<const Entry *> bad() const;
    /// Returns true if the loss is 0 for some ticks while gradients are not finite.
    bool isLossHidden(const std::vector<const Entry *> &bad) const;
    void followSize(const Reading &reading, State &state) const;
    /// Returns a message on the line that grew most up to the tick of \p first; empty if none grew tenfold.
    record::Message growthBefore(const Entry &first) const;
    Severity severityOf(const std::vector<const Entry *> &bad) const;

    Limits m_limits;
    PerLine<State> m_lines;
    bool m_isBadTick = false, m_hasBad = false; ///< true from the first bad value on, and after its tick
    std::int64_t m_lastGood = 0;      ///< step of the last tick before that
    std::size_t m_zeros = 0;      ///< losses in a row that are exactly 0
    std::int64_t m_firstZero = 0; ///< step of the first of them
};

} // namespace lensboard::health
