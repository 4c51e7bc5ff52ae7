#include "widgets/axes/clipping.h"

#include <QLineF>

#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace lensboard::widgets {

namespace {

/// One side of a rectangle; measures the distance of a point inside it.
struct Side
{
    bool alongX;
    double edge;
    double inwards; ///< 1 or -1

    double depth(const QPointF &point) const { return inwards * ((alongX ? point.x() : point.y()) - edge); }
    QPointF crossing(const QPointF &a, const QPointF &b) const { return a + (b - a) * (depth(a) / (depth(a) - depth(b))); }
};

std::array<Side, 4> sidesOf(const QRectF &rect)
{
    return {{{true, rect.left(), 1}, {true, rect.right(), -1}, {false, rect.top(), 1}, {false, rect.bottom(), -1}}};
}

/// Returns the part of a line inside the sides; nullopt if it is at most a point.
std::optional<QLineF> within(QLineF line, const std::array<Side, 4> &sides)
{
    for (const Side &side : sides) {
        const bool beginsWithin = side.depth(line.p1()) >= 0, endsWithin = side.depth(line.p2()) >= 0;
        if (!beginsWithin && !endsWithin)
            return std::nullopt;
        if (beginsWithin == endsWithin)
            continue;
        const QPointF crossing = side.crossing(line.p1(), line.p2());
        beginsWithin ? line.setP2(crossing) : line.setP1(crossing);
    }
    return line;
}

} // namespace

QVector<QPolygonF> clippedLine(std::span<const QPointF> points, const QRectF &rect)
{
    const auto sides = sidesOf(rect);
    QVector<QPolygonF> pieces;
    for (std::size_t i = 1; i < points.size(); ++i) {
        if (std::isnan(points[i - 1].y()) || std::isnan(points[i].y()))
            continue;
        const auto line = within(QLineF(points[i - 1], points[i]), sides);
        if (!line)
            continue;
        if (pieces.isEmpty() || pieces.back().back() != line->p1())
            pieces << QPolygonF{{line->p1()}};
        pieces.back() << line->p2();
    }
    return pieces;
}

/// Clips by Sutherland and Hodgman's algorithm, side by side.
QPolygonF clippedPolygon(QPolygonF polygon, const QRectF &rect)
{
    for (const Side &side : sidesOf(rect)) {
        const QPolygonF before = std::exchange(polygon, {});
        for (qsizetype i = 0; i < before.size(); ++i) {
            const QPointF &from = before[i == 0 ? before.size() - 1 : i - 1], &to = before[i];
            if ((side.depth(from) >= 0) != (side.depth(to) >= 0))
                polygon << side.crossing(from, to);
            if (side.depth(to) >= 0)
                polygon << to;
        }
    }
    return polygon;
}

} // namespace lensboard::widgets
