#pragma once

#include "core/stats/point.h"
#include "core/store/gaps.h"

#include <optional>
#include <span>

namespace lensboard::widgets {

/// A drawn line: points with rising x, NaN in each gap, and the gaps.
struct LineOnView
{
    std::span<const stats::Point> points;
    std::span<const store::Gap> gaps;

    /// Returns the measurement nearest to \p x, the earlier of two and the last of several at one place. Returns null in a gap and
    /// before the first measurement.
    const stats::Point *measuredAt(double x) const;
    /// Returns the place of the measurement nearest to \p x. Returns nullopt if the line was not measured around \p tick, the tick
    /// nearest to \p x: in a gap, or long before its first measurement.
    std::optional<double> nearestMeasurement(double x, double tick) const;

private:
    bool isGap(const stats::Point &point) const;
    const stats::Point *lastAt(double x) const;
    const stats::Point *firstAfter(double x) const;
};

} // namespace lensboard::widgets
