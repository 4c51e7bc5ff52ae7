#pragma once

#include "core/health/block_median.h"
#include "core/health/rules/per_line.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace lensboard::health {

/// How large what happens to weights is beside the weights: the norm of their gradient or update, by that of the weights in the tick
/// before or this one. Of blocks of five ticks the median.
class NormRatio
{
public:
    struct State
    {
        BlockMedian ratio;
        std::optional<double> first; ///< of the first block
        std::int64_t step = 0;       ///< of the last block
        double *weight = nullptr;
    };

    explicit NormRatio(Signal above) : m_above(above) {}

    bool reads(Signal signal) const { return signal == m_above || signal == Signal::ParameterNorm; }
    /// The entry whose block \p reading completes, if it does.
    PerLine<State>::Entry *see(const Reading &reading);
    /// Over all weights; none if there are no blocks yet.
    std::optional<double> median() const;
    const PerLine<State> &lines() const { return m_lines; }

private:
    double *weightOf(const Line &line) { return &m_weights[line.parameter + ' ' + line.layer]; }

    Signal m_above;
    PerLine<State> m_lines;
    PerLine<double *> m_weightLines;
    std::map<std::string, double> m_weights; ///< L2 norms
};

} // namespace lensboard::health
