#include "widgets/views/plots/line_heights.h"

#include <algorithm>
#include <cmath>

namespace lensboard::widgets {

using stats::Point;

namespace {

constexpr double kLinearShare = 1e-3;    ///< upper limit of the linear range of a symmetric scale, as share of the greatest value
constexpr double kSmallestLinear = 1e-6; ///< lower limit, likewise
constexpr double kLimitsKept = 0.75;     ///< share of the kept, wider limits that values must fill
constexpr double kMinRoom = 0.03;        ///< minimum free share of the heights at each end

} // namespace

void LogScaleChoice::add(std::span<const Point> values)
{
    for (const Point &point : values)
        if (std::isfinite(point.y)) {
            m_areAllPositive = m_areAllPositive && point.y > 0;
            m_largest = std::max(m_largest, std::abs(point.y));
            if (point.y != 0)
                m_smallest = std::min(m_smallest, std::abs(point.y));
        }
}

ValueScale LogScaleChoice::scale() const
{
    if (m_areAllPositive)
        return ValueScale(ValueScale::Kind::Log);
    if (m_largest == 0)
        return {};
    const double linearUpTo = std::clamp(m_smallest, kSmallestLinear * m_largest, kLinearShare * m_largest);
    return ValueScale(ValueScale::Kind::SymmetricLog, std::pow(10, std::floor(std::log10(linearUpTo))));
}

void toHeights(std::vector<Point> &values, const ValueScale &scale)
{
    if (scale.kind() == ValueScale::Kind::Linear)
        return;
    for (Point &point : values)
        if (!std::isnan(point.y)) {
            const double height = scale.height(point.y);
            point.y = std::isnan(height) ? kBelowAll : height;
        }
}

bool HeightsOnView::isHeight(double y) const
{
    return std::isfinite(y) && (m_kind == ValueScale::Kind::Linear || y > kBelowAll);
}

void HeightsOnView::add(std::span<const Point> line)
{
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (!isHeight(line[i].y))
            continue;
        if (m_x.contains(line[i].x))
            add(line[i].y);
        if (i > 0 && isHeight(line[i - 1].y))
            addEdges(line[i - 1], line[i]);
    }
}

void HeightsOnView::addEdges(const Point &from, const Point &to)
{
    for (const double edge : {m_x.low, m_x.high})
        if (from.x < edge && edge < to.x)
            add(std::lerp(from.y, to.y, (edge - from.x) / (to.x - from.x)));
}

Stretch HeightsOnView::limits(double share) const
{
    if (share == 0) {
        const auto [least, greatest] = std::ranges::minmax(m_heights);
        return {least, greatest};
    }
    std::vector<double> heights = m_heights;
    const auto at = [&](double q) {
        const auto place = heights.begin() + static_cast<std::ptrdiff_t>(q * static_cast<double>(heights.size() - 1));
        std::nth_element(heights.begin(), place, heights.end());
        return *place;
    };
    return {at(share), at(1 - share)};
}

bool fits(const QCPRange &now, const Stretch &heights, ValueScale::Kind kind)
{
    const QCPRange least = withRoom(kind, heights.low, heights.high, kMinRoom);
    return now.contains(least.lower) && now.contains(least.upper) && withRoom(kind, heights.low, heights.high).size() >= kLimitsKept * now.size();
}

} // namespace lensboard::widgets
