#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace lensboard::health {

/// The learning rate of a run so far.
class RateTrack
{
public:
    void add(double rate)
    {
        m_hasFallen = m_hasFallen || (m_count > 0 && rate <= m_last);
        m_lastRise = m_last > 0 ? rate / m_last : 1;
        m_first = m_count == 0 ? rate : m_first;
        m_sinceRise = rate > m_last * 1.0001 ? 0 : m_sinceRise + 1;
        m_last = rate;
        m_greatest = std::max(m_greatest, rate);
        m_least = m_count == 0 ? rate : std::min(m_least, rate);
        ++m_count;
        m_tiny += rate < kTiny * m_greatest ? 1 : 0;
    }

    static constexpr double kTiny = 1e-3; ///< share of the greatest rate

    bool isKnown() const { return m_count > 0; }
    double last() const { return m_last; }
    double least() const { return m_least; }
    /// Returns true if some rate was not above the one before.
    bool hasFallen() const { return m_hasFallen; }
    /// Returns true if the rate has only risen, by a constant factor, and by a factor of 100 in all. A warm-up rises by a constant difference.
    bool isRangeTest() const
    {
        constexpr std::size_t kFewest = 8;
        const bool isLong = m_count >= kFewest && !m_hasFallen && m_first > 0 && m_last > 100 * m_first;
        return isLong && std::log(m_lastRise) * static_cast<double>(m_count - 1) > 0.6 * std::log(m_last / m_first);
    }
    double greatest() const { return m_greatest; }
    bool isWarmingUp() const { return m_count > 1 && m_sinceRise < 3 && m_last > m_least; }
    bool isTiny() const { return isKnown() && m_last < kTiny * m_greatest; }
    /// Returns the share of ticks with a rate below kTiny times the greatest.
    double tinyShare() const { return m_count == 0 ? 0 : static_cast<double>(m_tiny) / static_cast<double>(m_count); }
    /// Returns true if the rate is below a tenth of the greatest. Small updates are then intended, not too slow.
    bool isLowered() const { return isKnown() && m_last < 0.1 * m_greatest; }

private:
    double m_first = 0, m_last = 0, m_greatest = 0, m_least = 0;
    double m_lastRise = 1; ///< the last rate divided by the one before
    bool m_hasFallen = false;
    std::size_t m_count = 0, m_tiny = 0, m_sinceRise = 0;
};

} // namespace lensboard::health
