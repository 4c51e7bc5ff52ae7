#include "core/health/rules/norm_ratio.h"

#include <cmath>
#include <vector>

namespace lensboard::health {

namespace {

/// The L2 norm that a line tells, as far as the size is known.
double normOf(const Reading &reading)
{
    return reading.line.isRms && reading.line.size > 0 ? reading.value * std::sqrt(reading.line.size) : reading.value;
}

} // namespace

PerLine<NormRatio::State>::Entry *NormRatio::see(const Reading &reading)
{
    if (!reading.line.isWeight)
        return nullptr;
    if (reading.line.signal == Signal::ParameterNorm) {
        double *&weight = m_weightLines.of(reading.line).state;
        if (!weight)
            weight = weightOf(reading.line);
        *weight = normOf(reading);
        return nullptr;
    }
    auto &entry = m_lines.of(reading.line);
    State &state = entry.state;
    if (!state.weight)
        state.weight = weightOf(reading.line);
    if (!(*state.weight > 0))
        return nullptr;
    const double ratio = normOf(reading) / *state.weight;
    if (!std::isfinite(ratio))
        return nullptr;
    const auto whole = state.ratio.add(ratio);
    if (!whole)
        return nullptr;
    if (!state.first)
        state.first = *whole;
    state.step = reading.step;
    return &entry;
}

std::optional<double> NormRatio::median() const
{
    std::vector<double> ratios;
    for (const auto &entry : m_lines)
        if (const auto ratio = entry.state.ratio.last())
            ratios.push_back(*ratio);
    return ratios.empty() ? std::nullopt : std::optional(medianOf(ratios));
}

} // namespace lensboard::health
