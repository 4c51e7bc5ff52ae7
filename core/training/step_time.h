#pragma once

#include <algorithm>
#include <cstdint>

namespace lensboard::training {

/// The recent duration of a training step: the mean of the first hundred steps, afterwards an exponential average.
/// Units: seconds.
class StepTime
{
public:
    void add(double seconds)
    {
        constexpr std::int64_t kHorizon = 100;
        m_count = std::min(m_count + 1, kHorizon);
        m_seconds += (seconds - m_seconds) / static_cast<double>(m_count);
    }
    double seconds() const { return m_seconds; }
    /// Discards all earlier steps when the next step is added.
    void beginAnew() { m_count = 0; }

private:
    double m_seconds = 0;
    std::int64_t m_count = 0;
};

} // namespace lensboard::training
