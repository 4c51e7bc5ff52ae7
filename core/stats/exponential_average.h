#pragma once

#include <cmath>
#include <stdexcept>
#include <string>

namespace lensboard::stats {

/// Exponential moving average, corrected for the bias towards its initial zero. As long as all values are equal, returns exactly this
/// value.
///
/// A value that is not finite is returned unchanged and does not enter the average.
/// Source: TensorBoard's scalar smoothing; Kingma and Ba (2015), section 3.
class ExponentialAverage
{
public:
    /// \p weight: weight of the previous average; the new value has 1 - \p weight.
    /// Errors: std::invalid_argument if \p weight is not in [0, 1).
    explicit ExponentialAverage(double weight) : m_weight(weight)
    {
        if (!(weight >= 0 && weight < 1))
            throw std::invalid_argument("a smoothing weight of " + std::to_string(weight) + "; it must be in [0, 1)");
    }

    /// Adds \p value and returns the new average.
    double add(double value)
    {
        if (!std::isfinite(value))
            return value;
        if (m_isEmpty)
            m_first = value;
        m_isEmpty = false;
        m_isConstant = m_isConstant && value == m_first;
        m_mean = m_weight * m_mean + (1 - m_weight) * value;
        m_decay *= m_weight;
        return m_isConstant ? value : m_mean / (1 - m_decay);
    }

private:
    double m_weight;
    double m_mean = 0;
    double m_decay = 1; ///< weight to the power of the number of values
    double m_first = 0;
    bool m_isEmpty = true;
    bool m_isConstant = true;
};

} // namespace lensboard::stats
