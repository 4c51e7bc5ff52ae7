#pragma once

#include "core/health/block_median.h"
#include "core/health/finding.h"
#include "core/health/rules/per_line.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace lensboard::health {

/// How large what happens to weights is beside the weights: the norm of their gradient or update, by that of the weights in the tick
/// before or this one; of updates the ratio itself, where a lens measures that. Of blocks of five ticks the median.
class NormRatio
{
public:
    /// The L2 norm of a parameter.
    struct Weight
    {
        double first = 0, now = 0; ///< the first that is not zero
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
    /// The entry whose block \p reading completes, if it does.
    PerLine<State>::Entry *see(const Reading &reading);
    /// Over all weights; none if there are no blocks yet.
    std::optional<double> median() const;
    /// What shows it, with \p threshold drawn if that is in its unit. Not if there is no median.
    Evidence evidence(std::optional<double> threshold = std::nullopt) const;
    /// How many times as large weights are by now as at the start: the median over all; none if that is not known.
    std::optional<double> growth() const;

private:
    Weight *weightOf(const Line &line) { return &m_weights[line.parameter + ' ' + line.layer]; }
    bool isShown(const Line &line) const { return (line.signal == Signal::UpdateRatio) == m_hasRatios; }

    Signal m_above;
    bool m_hasRatios = false; ///< and so needs no norms
    PerLine<State> m_lines;
    PerLine<Weight *> m_weightLines;
    std::map<std::string, Weight> m_weights;
};

} // namespace lensboard::health
