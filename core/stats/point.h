#pragma once

namespace lensboard::stats {

/// A point of a plot.
struct Point
{
    double x = 0;
    double y = 0;

    bool operator==(const Point &) const = default;
};

} // namespace lensboard::stats
