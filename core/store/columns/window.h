#pragma once

#include "core/record/axis.h"
#include "core/stats/point.h"

#include <cstddef>
#include <vector>

namespace lensboard::store {

/// A range of an axis and its width in pixel columns.
struct Window
{
    record::Axis axis = record::Axis::Step;
    double low = 0;
    double high = 0;
    std::size_t columns = 0;
};

/// The points to draw for a series in a window.
struct Trace
{
    /// Points in ascending x; y is NaN if a value is not finite. At most two points per pixel column (minimum and maximum, in their order),
    /// plus one point beyond either end so that the line continues to the edge.
    std::vector<stats::Point> points;
    /// Positions of non-finite values: y is NaN or an infinity, each kind at most once per pixel column.
    std::vector<stats::Point> nonFinite;
};

} // namespace lensboard::store
