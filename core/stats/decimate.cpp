#include "core/stats/decimate.h"

#include <algorithm>
#include <cmath>

namespace lensboard::stats {

namespace {

/// The points of one pixel column, or of the part of it before a gap.
class Column
{
public:
    void add(const Point &point)
    {
        if (m_empty || point.y < m_least.y)
            m_least = point;
        if (m_empty || point.y > m_greatest.y)
            m_greatest = point;
        m_empty = false;
    }

    void flush(std::vector<Point> &out)
    {
        if (m_empty)
            return;
        const bool leastFirst = m_least.x <= m_greatest.x;
        out.push_back(leastFirst ? m_least : m_greatest);
        if (m_least != m_greatest)
            out.push_back(leastFirst ? m_greatest : m_least);
        m_empty = true;
    }

private:
    Point m_least;
    Point m_greatest;
    bool m_empty = true;
};

} // namespace

std::vector<Point> decimate(const std::vector<Point> &points, double low, double high, std::size_t columns)
{
    auto first = std::lower_bound(points.begin(), points.end(), low, [](const Point &p, double x) { return p.x < x; });
    auto last = std::upper_bound(first, points.end(), high, [](double x, const Point &p) { return x < p.x; });
    if (first != points.begin())
        --first;
    if (last != points.end())
        ++last;
    if (static_cast<std::size_t>(last - first) <= 2 * columns || !(high > low) || columns == 0)
        return {first, last};

    std::vector<Point> seen;
    seen.reserve(2 * columns + 16);
    const double perColumn = (high - low) / static_cast<double>(columns);
    Column column;
    double number = -1;
    for (auto point = first; point != last; ++point) {
        if (std::isnan(point->y)) {
            column.flush(seen);
            if (seen.empty() || !std::isnan(seen.back().y))
                seen.push_back(*point);
            continue;
        }
        const double here = std::floor((point->x - low) / perColumn);
        if (here != number)
            column.flush(seen);
        number = here;
        column.add(*point);
    }
    column.flush(seen);
    return seen;
}

} // namespace lensboard::stats
