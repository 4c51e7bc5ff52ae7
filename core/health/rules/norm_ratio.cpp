#include "core/health/rules/norm_ratio.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lensboard::health {

namespace {

/// Returns the L2 norm of a reading. An RMS is converted if the size is known.
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
        Weight *&weight = m_weightLines.of(reading.line).state;
        if (!weight)
            weight = weightOf(reading.line);
        weight->now = normOf(reading);
        if (weight->first == 0)
            weight->first = weight->now;
        return nullptr;
    }
    m_hasRatios = m_hasRatios || reading.line.signal == Signal::UpdateRatio;
    if (!isShown(reading.line))
        return nullptr;
    auto &entry = m_lines.of(reading.line);
    State &state = entry.state;
    if (!m_hasRatios && !state.weight)
        state.weight = weightOf(reading.line);
    if (!m_hasRatios && !(state.weight->now > 0))
        return nullptr;
    const double ratio = m_hasRatios ? reading.value : normOf(reading) / state.weight->now;
    if (!std::isfinite(ratio))
        return nullptr;
    const auto whole = state.ratio.add(ratio, reading.step);
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
        if (const auto ratio = entry.state.ratio.last(); ratio && isShown(entry.line))
            ratios.push_back(*ratio);
    return ratios.empty() ? std::nullopt : std::optional(medianOf(ratios));
}

Evidence NormRatio::evidence(std::optional<double> threshold) const
{
    const Line &line = std::ranges::find_if(m_lines, [this](const auto &entry) { return isShown(entry.line); })->line;
    return {line.tag, {}, line.label, m_hasRatios ? threshold : std::nullopt};
}

std::optional<double> NormRatio::growth() const
{
    std::vector<double> growths;
    for (const auto &[name, weight] : m_weights)
        if (weight.first > 0)
            growths.push_back(weight.now / weight.first);
    return growths.empty() ? std::nullopt : std::optional(medianOf(growths));
}

} // namespace lensboard::health
