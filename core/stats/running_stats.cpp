#include "core/stats/running_stats.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace lensboard::stats {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

void RunningStats::add(double value)
{
    ++m_count;
    if (std::isfinite(value)) {
        const bool first = m_count - m_nonFinite == 1;
        m_min = first ? value : std::min(m_min, value);
        m_max = first ? value : std::max(m_max, value);
    } else {
        ++m_nonFinite;
    }
    if (m_nonFinite) { // Welford's update would turn inf into NaN; add it as a plain sum does
        m_mean += value;
        m_squares = kNaN;
        return;
    }
    const double distance = value - m_mean;
    m_mean += distance / static_cast<double>(m_count);
    m_squares += distance * (value - m_mean);
}

void RunningStats::merge(const RunningStats &other)
{
    if (other.m_count == 0)
        return;
    if (m_count == 0) {
        *this = other;
        return;
    }
    if (other.m_count > other.m_nonFinite) {
        const bool onlyOther = m_count == m_nonFinite;
        m_min = onlyOther ? other.m_min : std::min(m_min, other.m_min);
        m_max = onlyOther ? other.m_max : std::max(m_max, other.m_max);
    }
    if (m_nonFinite || other.m_nonFinite) {
        m_mean += other.m_mean;
        m_squares = kNaN;
    } else {
        const auto mine = static_cast<double>(m_count);
        const auto theirs = static_cast<double>(other.m_count);
        const double distance = other.m_mean - m_mean;
        m_mean += distance * theirs / (mine + theirs);
        m_squares += other.m_squares + distance * distance * mine * theirs / (mine + theirs);
    }
    m_count += other.m_count;
    m_nonFinite += other.m_nonFinite;
}

RunningStats::Numbers RunningStats::numbers() const
{
    return {static_cast<double>(m_count), static_cast<double>(m_nonFinite), m_mean, m_squares, m_min, m_max};
}

RunningStats RunningStats::ofNumbers(const Numbers &numbers)
{
    constexpr double kMax = 9e15; // largest count that a double represents exactly
    const auto [count, nonFinite, mean, squares, min, max] = numbers;
    if (!(count >= 0 && count <= kMax && nonFinite >= 0 && nonFinite <= count))
        throw std::invalid_argument("no statistics of a process");
    RunningStats stats;
    stats.m_count = static_cast<std::int64_t>(count);
    stats.m_nonFinite = static_cast<std::int64_t>(nonFinite);
    stats.m_mean = mean;
    stats.m_squares = squares;
    stats.m_min = min;
    stats.m_max = max;
    return stats;
}

double RunningStats::mean() const
{
    return m_count ? m_mean : kNaN;
}

double RunningStats::variance() const
{
    return m_count ? m_squares / static_cast<double>(m_count) : kNaN;
}

double RunningStats::deviation() const
{
    return std::sqrt(variance());
}

double RunningStats::min() const
{
    return m_count > m_nonFinite ? m_min : kNaN;
}

double RunningStats::max() const
{
    return m_count > m_nonFinite ? m_max : kNaN;
}

} // namespace lensboard::stats
