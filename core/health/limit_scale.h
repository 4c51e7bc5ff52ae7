#pragma once

#include "core/experiment/settings/rule_settings.h"

#include <cmath>
#include <cstddef>

namespace lensboard::health {

/// Scales the main limits of a rule by its sensitivity. Normal: the limits that the rule's class documents. Low: a finding takes twice as much.
/// High: half as much.
class LimitScale
{
public:
    LimitScale(settings::Sensitivity sensitivity = settings::Sensitivity::Normal)
        : m_factor(sensitivity == settings::Sensitivity::Low ? 2 : sensitivity == settings::Sensitivity::High ? 0.5 : 1)
    {}

    /// Limit of values that are too large above it.
    double above(double limit) const { return limit * m_factor; }
    /// Limit of values that are too small below it.
    double below(double limit) const { return limit / m_factor; }
    /// Limit of shares from 0 to 1 that are too large above it: scales limit / (1 - limit).
    double share(double limit) const { return m_factor == 1 ? limit : limit * m_factor / (1 - limit + limit * m_factor); }
    /// Number of ticks in a row.
    std::size_t count(std::size_t ticks) const { return static_cast<std::size_t>(std::lround(static_cast<double>(ticks) * m_factor)); }

private:
    double m_factor;
};

} // namespace lensboard::health
