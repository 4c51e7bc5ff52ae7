#include "core/stats/aggregate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace lensboard::stats {

namespace {

constexpr std::array kPoints = {PointMethod::Mean, PointMethod::Median, PointMethod::Min, PointMethod::Max,
                                PointMethod::Std,  PointMethod::Q1,     PointMethod::Q3,  PointMethod::Iqr};
constexpr std::array kRanges = {RangeMethod::Std, RangeMethod::MinMax, RangeMethod::Q1Q3};

template <typename Method, std::size_t N>
std::optional<Method> methodFromText(const std::array<Method, N> &methods, std::string_view text)
{
    const auto found = std::find_if(methods.begin(), methods.end(), [&](Method m) { return text == toText(m); });
    return found == methods.end() ? std::nullopt : std::optional(*found);
}

} // namespace

const char *toText(PointMethod method)
{
    switch (method) {
    case PointMethod::Mean: return "mean";
    case PointMethod::Median: return "median";
    case PointMethod::Min: return "min";
    case PointMethod::Max: return "max";
    case PointMethod::Std: return "std";
    case PointMethod::Q1: return "Q1";
    case PointMethod::Q3: return "Q3";
    case PointMethod::Iqr: return "IQR";
    }
    return "mean";
}

const char *toText(RangeMethod method)
{
    switch (method) {
    case RangeMethod::Std: return "std";
    case RangeMethod::MinMax: return "min-max";
    case RangeMethod::Q1Q3: return "Q1-Q3";
    }
    return "std";
}

std::optional<PointMethod> pointMethodFromText(std::string_view text)
{
    return methodFromText(kPoints, text);
}

std::optional<RangeMethod> rangeMethodFromText(std::string_view text)
{
    return methodFromText(kRanges, text);
}

std::pair<std::string, std::string> rangeLabels(RangeMethod method)
{
    switch (method) {
    case RangeMethod::Std: return {"-σ", "+σ"};
    case RangeMethod::MinMax: return {"min", "max"};
    case RangeMethod::Q1Q3: return {"Q1", "Q3"};
    }
    return {};
}

bool needsMemory(PointMethod method)
{
    return method == PointMethod::Median || method == PointMethod::Q1 || method == PointMethod::Q3
        || method == PointMethod::Iqr;
}

bool needsMemory(RangeMethod method)
{
    return method == RangeMethod::Q1Q3;
}

double linearQuantile(const std::vector<double> &sorted, double q)
{
    if (sorted.empty())
        return std::numeric_limits<double>::quiet_NaN();
    const double position = q * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return std::lerp(sorted[below], sorted[above], position - static_cast<double>(below));
}

double closestObservation(const std::vector<double> &sorted, double q)
{
    if (sorted.empty())
        return std::numeric_limits<double>::quiet_NaN();
    const double index = static_cast<double>(sorted.size()) * q - 1.5;
    const bool even = std::fmod(index, 2) == 0;
    const double nearest = even ? index : std::floor(index) + 1;
    return sorted[static_cast<std::size_t>(std::clamp(nearest, 0.0, static_cast<double>(sorted.size() - 1)))];
}

void Aggregate::add(double value)
{
    m_stats.add(value);
    if (m_mode != Mode::Running && std::isfinite(value)) {
        m_finite.push_back(value);
        m_sorted = false;
    }
}

void Aggregate::clear()
{
    m_stats = {};
    m_finite.clear();
    m_order.clear();
    m_sorted = true;
}

void Aggregate::appendTo(std::vector<double> &numbers) const
{
    const RunningStats::Numbers stats = m_stats.numbers();
    numbers.insert(numbers.end(), stats.begin(), stats.end());
    if (m_mode != Mode::Running)
        numbers.insert(numbers.end(), m_finite.begin(), m_finite.end());
}

void Aggregate::merge(std::span<const double> &numbers)
{
    RunningStats::Numbers theirs;
    if (numbers.size() < theirs.size())
        throw std::invalid_argument("no statistics of a process");
    std::copy_n(numbers.begin(), theirs.size(), theirs.begin());
    const RunningStats other = RunningStats::ofNumbers(theirs);
    numbers = numbers.subspan(theirs.size());
    if (m_mode != Mode::Running) {
        const auto finite = static_cast<std::size_t>(other.count() - other.nonFiniteCount());
        if (finite > numbers.size())
            throw std::invalid_argument("no statistics of a process");
        m_finite.insert(m_finite.end(), numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(finite));
        m_sorted = false;
        numbers = numbers.subspan(finite);
    }
    m_stats.merge(other);
}

double Aggregate::quantile(double q, Quantile kind) const
{
    if (m_mode == Mode::Running)
        throw std::invalid_argument("quantiles need every value of a tick: use the in-memory mode "
                                    "(\"inplace\": false), or mean, min, max or std");
    if (!m_sorted) {
        m_order = m_finite;
        std::sort(m_order.begin(), m_order.end());
        m_sorted = true;
    }
    return kind == Quantile::ClosestInParity && m_mode == Mode::InMemoryParity ? closestObservation(m_order, q)
                                                                               : linearQuantile(m_order, q);
}

double Aggregate::point(PointMethod method) const
{
    switch (method) {
    case PointMethod::Mean: return m_stats.mean();
    case PointMethod::Min: return m_stats.min();
    case PointMethod::Max: return m_stats.max();
    case PointMethod::Std: return m_stats.deviation();
    case PointMethod::Median: return quantile(0.5, Quantile::ClosestInParity);
    case PointMethod::Q1: return quantile(0.25, Quantile::Linear);
    case PointMethod::Q3: return quantile(0.75, Quantile::Linear);
    case PointMethod::Iqr:
        return quantile(0.75, Quantile::ClosestInParity) - quantile(0.25, Quantile::ClosestInParity);
    }
    return 0;
}

std::pair<double, double> Aggregate::range(RangeMethod method) const
{
    switch (method) {
    case RangeMethod::Std:
        return {m_stats.mean() - m_stats.deviation(), m_stats.mean() + m_stats.deviation()};
    case RangeMethod::MinMax: return {m_stats.min(), m_stats.max()};
    case RangeMethod::Q1Q3:
        return {quantile(0.25, Quantile::ClosestInParity), quantile(0.75, Quantile::ClosestInParity)};
    }
    return {};
}

} // namespace lensboard::stats
