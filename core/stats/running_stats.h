#pragma once

#include <array>
#include <cstdint>

namespace lensboard::stats {

/// Count, mean, population variance and extremes of a stream of doubles, in constant memory.
///
/// Non-finite values are counted, and make mean and variance NaN or infinite by normal arithmetic. min and max cover finite values only;
/// NaN if there are none.
/// Source: Welford (1962); merge: Chan, Golub and LeVeque (1979).
class RunningStats
{
public:
    void add(double value);
    void merge(const RunningStats &other);

    /// The whole state, for transfer to another process. ofNumbers() restores it.
    using Numbers = std::array<double, 6>;
    Numbers numbers() const;
    /// Errors: std::invalid_argument if \p numbers is not a valid state.
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
