#pragma once

#include <cstddef>
#include <vector>

namespace lensboard::stats {

struct Point
{
    double x = 0;
    double y = 0;

    bool operator==(const Point &) const = default;
};

/// What of a curve can be seen on \p columns pixel columns from \p low to \p high: per column its least and its
/// greatest value, in the order in which they come, so no spike is lost; a gap (NaN) stays a gap. One point beyond
/// either end is kept, for the line to leave the picture. \p points rise along x.
///
/// At most two points a column besides gaps and ends; all points if there are no more than that.
std::vector<Point> decimate(const std::vector<Point> &points, double low, double high, std::size_t columns);

} // namespace lensboard::stats
