#pragma once

#include <array>
#include <cstdint>

namespace lensboard::stats {

/// Count, mean, population variance and extremes of a stream of doubles, in constant memory.
///
/// A non-finite value makes mean and variance NaN or infinite as arithmetic does, and is counted;
/// min and max are those of the finite values, NaN if there are none.
/// Source: Welford (1962); merge: Chan, Golub and LeVeque (1979).
class RunningStats
{
public:
    void add(double value);
    void merge(const RunningStats &other);

    /// All there is to it, for another process. What numbers() returned comes back from ofNumbers().
    using Numbers = std::array<double, 6>;
    Numbers numbers() const;
    /// Errors: std::invalid_argument if they are none of such statistics.
    static RunningStats ofNumbers(const Numbers &numbers);

    std::int64_t count() const { return m_count; }
    std::int64_t nonFiniteCount() const { return m_nonFinite; }
    double mean() const;     ///< NaN if empty
    double variance() const; ///< of the population; NaN if empty
    double deviation() const;
    double min() const;
    double max() const;

private:
    std::int64_t m_count = 0;
    std::int64_t m_nonFinite = 0;
    double m_mean = 0;
    double m_squares = 0; ///< sum of squared distances from the mean
    double m_min = 0;
    double m_max = 0;
};

} // namespace lensboard::stats
