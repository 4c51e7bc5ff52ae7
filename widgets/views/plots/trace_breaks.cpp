#include "widgets/views/plots/trace_breaks.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace lensboard::widgets {

using stats::Point;

namespace {

constexpr double kBreak = std::numeric_limits<double>::quiet_NaN();

} // namespace

std::vector<Point> withGaps(std::vector<Point> points, std::span<const store::Gap> gaps)
{
    for (const store::Gap &gap : gaps) {
        const auto after = std::lower_bound(points.begin(), points.end(), gap.end, [](const Point &point, double at) { return point.x < at; });
        if (after != points.begin() && after != points.end())
            points.insert(after, {std::clamp(gap.begin, std::prev(after)->x, after->x), kBreak});
    }
    return points;
}

std::vector<bool> measuredOnce(std::span<const Point> low, std::span<const Point> high)
{
    if (!std::ranges::equal(low, high, {}, &Point::x, &Point::x))
        return {};
    std::vector<bool> once;
    for (std::size_t i = 0; i < low.size(); ++i)
        once.push_back(low[i].y == high[i].y);
    return once;
}

std::vector<Point> brokenAt(const std::vector<bool> &once, const std::vector<Point> &end)
{
    if (once.size() != end.size() || std::ranges::find(once, true) == once.end())
        return end;
    std::vector<Point> broken;
    const auto addHalfway = [&](std::size_t from, std::size_t to) {
        if (!once[from] && !std::isnan(end[from].y))
            broken.push_back({(end[from].x + end[to].x) / 2, end[from].y});
    };
    for (std::size_t i = 0; i < end.size(); ++i) {
        if (!once[i]) {
            broken.push_back(end[i]);
            continue;
        }
        if (i > 0)
            addHalfway(i - 1, i);
        broken.push_back({end[i].x, kBreak});
        if (i + 1 < end.size())
            addHalfway(i + 1, i);
    }
    return broken;
}

} // namespace lensboard::widgets
