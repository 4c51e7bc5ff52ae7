#pragma once

#include "core/health/block_median.h"
#include "core/health/finding.h"
#include "core/health/rules/per_line.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace lensboard::health {

/// The norm of a weight's gradient or update, divided by the weight's norm in this tick or the one before. Takes the update ratio from a lens if
/// one measures it. Reports the median of each block of five ticks.
class NormRatio
{
public:
    /// The L2 norm of a parameter.
    struct Weight
    {
        double first = 0, now = 0; ///< the first norm that is not zero, and the last
    };

    struct State
    {
        BlockMedian ratio;
        std::optional<double> first; ///< of the first block
        std::int64_t step = 0;       ///< of the last block
        const Weight *weight = nullptr;
    };

    explicit NormRatio(Signal above) : m_above(above) {}

    bool reads(Signal signal) const
    {
        return signal == m_above || signal == Signal::ParameterNorm || (signal == Signal::UpdateRatio && m_above == Signal::UpdateNorm);
    }
    /// Returns the entry if \p reading completes its block; otherwise null.
    PerLine<State>::Entry *see(const Reading &reading);
    /// Returns the median over all weights; nullopt before the first block.
    std::optional<double> median() const;
    /// Returns the series to show, with \p threshold if that is in the series' unit. Requires a median().
    Evidence evidence(std::optional<double> threshold = std::nullopt) const;
    /// Returns the median over all weights of the current norm divided by the first; nullopt if not known.
    std::optional<double> growth() const;

private:
    Weight *weightOf(const Line &line) { return &m_weights[line.parameter + ' ' + line.layer]; }
    bool isShown(const Line &line) const { return (line.signal == Signal::UpdateRatio) == m_hasRatios; }

    Signal m_above;
    bool m_hasRatios = false; ///< true if a lens measures ratios, so norms are not needed
    PerLine<State> m_lines;
    PerLine<Weight *> m_weightLines;
    std::map<std::string, Weight> m_weights;
};

} // namespace lensboard::health
