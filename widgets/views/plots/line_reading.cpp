#include "widgets/views/plots/line_reading.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace lensboard::widgets {

using stats::Point;

/// Also true for values that are not finite.
bool LineOnView::isGap(const Point &point) const
{
    return std::isnan(point.y) && std::ranges::any_of(gaps, [&](const store::Gap &gap) { return gap.begin == point.x || gap.contains(point.x); });
}

/// Returns the last measurement at or before \p x; null if there is none or a gap follows it there.
const Point *LineOnView::lastAt(double x) const
{
    const auto after = std::ranges::upper_bound(points, x, {}, &Point::x);
    return after == points.begin() || isGap(*std::prev(after)) ? nullptr : &*std::prev(after);
}

/// Returns the first measurement after \p x; null if there is none or a gap comes before it.
const Point *LineOnView::firstAfter(double x) const
{
    auto after = std::ranges::upper_bound(points, x, {}, &Point::x);
    if (after != points.end() && isGap(*after) && std::next(after) != points.end() && std::next(after)->x == after->x)
        ++after; // skips a zero-length gap
    return after == points.end() || isGap(*after) ? nullptr : &*after;
}

const Point *LineOnView::measuredAt(double x) const
{
    const Point *const before = store::isWithin(gaps, x) ? nullptr : lastAt(x);
    const Point *const after = before ? firstAfter(x) : nullptr;
    return after && after->x - x < x - before->x ? lastAt(after->x) : before;
}

std::optional<double> LineOnView::nearestMeasurement(double x, double tick) const
{
    if (points.empty() || store::isWithin(gaps, tick))
        return std::nullopt;
    const double pace = points.size() > 1 ? points[1].x - points[0].x : 0;
    if (tick < points.front().x - pace)
        return std::nullopt;
    const Point *const before = lastAt(x), *const after = firstAfter(x);
    if (!before || !after)
        return before ? std::optional(before->x) : after ? std::optional(after->x) : std::nullopt;
    return after->x - x < x - before->x ? after->x : before->x;
}

} // namespace lensboard::widgets
