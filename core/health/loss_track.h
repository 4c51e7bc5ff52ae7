#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lensboard::health {

/// A loss so far: where it began, where it is, its best, how noisy it is, and a coarse outline of all of it. Takes as
/// much memory for a long run as for a short one. Values are finite.
class LossTrack
{
public:
    /// A stretch of the run.
    struct Stretch
    {
        double sum = 0; ///< of medians of the last values, so that spikes do not count
        std::size_t count = 0;
        std::int64_t firstStep = 0, lastStep = 0;

        double mean() const { return sum / static_cast<double>(count); }
    };

    void add(double value, std::int64_t step);

    std::size_t count() const { return m_count; }
    std::int64_t firstStep() const { return m_firstStep; }
    std::int64_t lastStep() const { return m_lastStep; }
    double last() const { return m_last; }
    double start() const { return m_start; }   ///< the median of the first three values
    double recent() const { return m_recent; } ///< the median of the last five
    double best() const { return m_best; }     ///< the least of those medians
    std::int64_t bestStep() const { return m_bestStep; }
    /// How large it was at the start, to divide by.
    double scale() const { return std::max(std::abs(m_start), 1e-12); }
    /// Whether the last fifth is 2 % below what was before it.
    bool isFalling() const { return meanOver(0.8, 1) < 0.98 * meanOver(0.5, 0.8); }
    double fallen() const { return m_start - m_best; }
    /// The median before the last value, for what jumps.
    double before() const { return m_before; }
    /// Standard deviation of a value, from the median of the last differences between neighbours.
    double noise() const { return m_noise; }
    /// Where it is between nothing, or its best if it can be negative, and its start, which is 1.
    double level() const;
    /// Between 32 and 64 stretches of equal length, oldest first, and one that is not whole; fewer at first.
    const std::vector<Stretch> &outline() const { return m_outline; }
    /// The mean over that share of what was seen, from \p from to \p to: 0.5 to 1 is the second half.
    double meanOver(double from, double to) const;

private:
    static constexpr std::size_t kRecent = 5, kDifferences = 31, kMostStretches = 64;

    void addToOutline(std::int64_t step);
    void updateNoise();

    std::array<double, kRecent> m_ring{};
    std::array<double, kDifferences> m_differences{};
    std::vector<Stretch> m_outline;
    std::size_t m_stretchSize = 1;
    std::size_t m_count = 0;
    std::int64_t m_firstStep = 0, m_lastStep = 0, m_bestStep = 0;
    double m_start = 0, m_recent = 0, m_best = 0, m_before = 0, m_last = 0, m_noise = 0, m_least = 0;
};

} // namespace lensboard::health
