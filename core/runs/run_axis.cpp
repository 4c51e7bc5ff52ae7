#include "core/runs/run_axis.h"

#include <algorithm>
#include <cmath>

namespace lensboard::runs {

namespace {

constexpr double kLinearUpTo = 100 * (1 + 1e-9); ///< ratio of the greatest to the least number: two decades, with a margin for rounding
constexpr double kSame = 1e-300;                 ///< smaller differences count as none, since they cannot be halved

std::optional<double> finiteNumber(const RunValue &value)
{
    const auto *number = std::get_if<double>(&value);
    return number && std::isfinite(*number) ? std::optional(*number) : std::nullopt;
}

} // namespace

RunAxis::RunAxis(std::span<const RunValue> values, std::optional<bool> logarithmic)
{
    if (std::ranges::any_of(values, [](const RunValue &value) { return std::holds_alternative<std::string>(value); }))
        takeCategories(values);
    else
        takeNumbers(values, logarithmic);
}

void RunAxis::takeCategories(std::span<const RunValue> values)
{
    m_scale = Scale::Categories;
    for (const RunValue &value : values)
        if (std::holds_alternative<std::string>(value) || finiteNumber(value))
            m_categories.push_back(value);
    std::ranges::sort(m_categories, isBefore);
    m_categories.erase(std::unique(m_categories.begin(), m_categories.end()), m_categories.end());
    m_low = -0.5;
    m_high = static_cast<double>(m_categories.size()) - 0.5;
}

void RunAxis::takeNumbers(std::span<const RunValue> values, std::optional<bool> logarithmic)
{
    std::optional<std::pair<double, double>> range;
    for (const RunValue &value : values)
        if (const auto number = finiteNumber(value))
            range = range ? std::pair(std::min(range->first, *number), std::max(range->second, *number)) : std::pair(*number, *number);
    if (!range)
        return;
    const auto [least, greatest] = *range;
    m_canBeLogarithmic = least > 0;
    if (m_canBeLogarithmic && logarithmic.value_or(greatest / least > kLinearUpTo))
        m_scale = Scale::Logarithmic;
    m_low = m_scale == Scale::Logarithmic ? std::log10(least) : least;
    m_high = m_scale == Scale::Logarithmic ? std::log10(greatest) : greatest;
    if (m_high / 2 - m_low / 2 > kSame)
        return;
    const double room = m_scale == Scale::Linear && std::abs(least) > kSame ? std::abs(least) / 2 : 0.5;
    m_low -= room;
    m_high += room;
}

std::optional<double> RunAxis::place(const RunValue &value) const
{
    if (m_scale == Scale::Categories) {
        const auto found = std::ranges::lower_bound(m_categories, value, isBefore);
        return found != m_categories.end() && *found == value ? std::optional(static_cast<double>(found - m_categories.begin())) : std::nullopt;
    }
    const auto number = finiteNumber(value);
    if (!number || m_scale == Scale::Linear)
        return number;
    return *number > 0 ? std::optional(std::log10(*number)) : std::nullopt;
}

/// Halves both operands, so that the difference of the largest doubles stays finite.
double RunAxis::share(double place) const
{
    return (place / 2 - m_low / 2) / (m_high / 2 - m_low / 2);
}

double RunAxis::placeAt(double share) const
{
    return m_low * (1 - share) + m_high * share;
}

RunValue RunAxis::valueAt(double place) const
{
    switch (m_scale) {
    case Scale::Linear: return place;
    case Scale::Logarithmic: return std::pow(10, place);
    case Scale::Categories: break;
    }
    const auto number = static_cast<std::size_t>(std::lround(std::max(0.0, place)));
    return number < m_categories.size() ? m_categories[number] : RunValue();
}

} // namespace lensboard::runs
