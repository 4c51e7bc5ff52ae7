#pragma once

#include "core/health/block_median.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace lensboard::health {

/// History of a loss: start, current value, best value, noise and a coarse outline. Uses constant memory, however long the run is. Values must be
/// finite.
class LossTrack
{
public:
    /// A section of the run.
    struct Stretch
    {
        double sum = 0; ///< sum of medians of the last values, so that spikes do not count
        std::size_t count = 0;
        std::int64_t firstStep = 0, lastStep = 0;

        double mean() const { return sum / static_cast<double>(count); }
    };

    void add(double value, std::int64_t step);

    std::size_t count() const { return m_count; }
    std::int64_t firstStep() const { return m_firstStep; }
    std::int64_t lastStep() const { return m_lastStep; }
    double last() const { return m_last; }
    double start() const { return m_start; }   ///< the median of the first three values; the first one if ticks are long
    double recent() const { return m_recent; } ///< the median of the last five, or three if ticks are long
    double best() const { return m_best; }     ///< the least of the recent medians
    std::int64_t bestStep() const { return m_bestStep; }
    double peak() const { return m_peak; } ///< the highest recent median since the best one
    /// Returns the size of the loss for use as a divisor: the absolute value of the start, or the fall if the loss can be negative.
    double scale() const { return std::max({std::abs(m_start), m_least < 0 ? fallen() : 0, std::numeric_limits<double>::min()}); }
    /// Returns true if the mean of the last fifth is more than 2 % below the mean of the three tenths before it.
    bool isFalling() const { return meanOver(0.5, 0.8) - meanOver(0.8, 1) > 0.02 * std::abs(meanOver(0.5, 0.8)); }
    /// Returns true if ticks are as long as epochs.
    bool hasLongTicks() const { return m_count > 1 && m_lastStep - m_firstStep >= kLongTick * static_cast<std::int64_t>(m_count - 1); }
    /// Returns true after each block of values, as BlockMedian counts them.
    bool isBlockEnd() const { return m_count % (hasLongTicks() ? kBlockOfLongTicks : kBlock) == 0; }
    double fallen() const { return m_start - m_best; }
    /// Returns the recent median before the last value, to detect jumps.
    double before() const { return m_before; }
    /// Standard deviation of a value, from the median of the last differences between neighbours, or of second differences if ticks are long.
    double noise() const { return m_noise; }
    /// Returns the current loss as a share of the start: 1 is the start; 0 is zero, or the best value if the loss can be negative.
    double level() const;
    /// Returns 32 to 64 stretches of equal length, oldest first, then one incomplete stretch; fewer at first.
    const std::vector<Stretch> &outline() const { return m_outline; }
    /// Returns the mean over a part of the history, given as shares: \p from 0.5 \p to 1 is the second half.
    double meanOver(double from, double to) const;

private:
    static constexpr std::size_t kRecent = 5, kRecentLong = 3, kDifferences = 31, kMaxStretches = 64;

    void addDifference(double rise);
    std::size_t differences() const; ///< number of differences so far, or of second differences
    double medianOfRecent() const;
    void addToOutline(std::int64_t step);
    void updateNoise();

    std::array<double, kRecent> m_ring{};
    std::array<double, kDifferences> m_differences{};
    std::vector<Stretch> m_outline;
    std::size_t m_stretchSize = 1;
    std::size_t m_count = 0;
    std::int64_t m_firstStep = 0, m_lastStep = 0, m_bestStep = 0;
    double m_start = 0, m_recent = 0, m_best = 0, m_before = 0, m_last = 0, m_noise = 0, m_least = 0, m_peak = 0;
    double m_rise = 0; ///< the last value minus the one before
};

} // namespace lensboard::health
