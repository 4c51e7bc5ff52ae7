#pragma once

#include "core/stats/running_stats.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lensboard::stats {

enum class PointMethod { Mean, Median, Min, Max, Std, Q1, Q3, Iqr };
enum class RangeMethod { Std, MinMax, Q1Q3 };

/// Returns the name used in experiments and labels: mean, median, min, max, std, Q1, Q3, IQR.
const char *toText(PointMethod method);
/// Returns std, min-max or Q1-Q3.
const char *toText(RangeMethod method);
std::optional<PointMethod> pointMethodFromText(std::string_view text);
std::optional<RangeMethod> rangeMethodFromText(std::string_view text);
/// Returns the labels of a range's ends in plots: (-σ, +σ), (min, max), (Q1, Q3).
std::pair<std::string, std::string> rangeLabels(RangeMethod method);

bool needsMemory(PointMethod method);
bool needsMemory(RangeMethod method);

/// Returns the quantile by linear interpolation between the order statistics of \p sorted; NaN if it is empty.
double linearQuantile(const std::vector<double> &sorted, double q);
/// Returns the order statistic nearest to the quantile, as numpy 1.24's "closest_observation"; NaN if \p sorted is empty.
double closestObservation(const std::vector<double> &sorted, double q);

/// Statistics of the values that one quantity took during a tick.
///
/// Running mode keeps RunningStats only. The in-memory modes keep every value, so they also have quantiles, of the finite values. InMemory
/// interpolates quantiles linearly. InMemoryParity takes median, IQR and Q1-Q3 like monitorch from numpy 1.24, by the closest observation.
class Aggregate
{
public:
    enum class Mode { Running, InMemory, InMemoryParity };

    explicit Aggregate(Mode mode) : m_mode(mode) {}

    void add(double value);
    void clear();

    /// Returns true if each call of appendTo() appends the same number of numbers.
    bool hasFixedSize() const { return m_mode == Mode::Running; }
    /// Appends the whole state to \p numbers, for transfer to another process.
    void appendTo(std::vector<double> &numbers) const;
    /// Merges a state from appendTo() of an aggregate with the same mode. The state is the beginning of \p numbers; the span is advanced
    /// past it.
    /// Errors: std::invalid_argument if \p numbers does not begin with such a state.
    void merge(std::span<const double> &numbers);

    bool empty() const { return m_stats.count() == 0; }
    const RunningStats &stats() const { return m_stats; }

    /// Errors: std::invalid_argument if \p method is a quantile and the mode is Running.
    double point(PointMethod method) const;
    /// Errors: std::invalid_argument if \p method is a quantile and the mode is Running.
    std::pair<double, double> range(RangeMethod method) const;

private:
    enum class Quantile { Linear, ClosestInParity };
    double quantile(double q, Quantile kind) const;

    Mode m_mode;
    RunningStats m_stats;
    std::vector<double> m_finite;
    mutable bool m_sorted = true;
    mutable std::vector<double> m_order;
};

} // namespace lensboard::stats
