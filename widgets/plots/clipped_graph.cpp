#include "widgets/plots/clipped_graph.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

namespace lensboard::widgets {

namespace {

/// One side of a rectangle: how far within it a point lies.
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

/// The part of a line within; none if it is a point or less.
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

/// Sutherland and Hodgman's way: side after side.
QPolygonF within(QPolygonF polygon, const std::array<Side, 4> &sides)
{
    for (const Side &side : sides) {
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

} // namespace

void ClippedGraph::drawFill(QCPPainter *painter, QVector<QPointF> *lines) const
{
    if (painter->brush().style() == Qt::NoBrush)
        return;
    applyFillAntialiasingHint(painter);
    const auto sides = sidesOf(clipRect());
    const auto segments = getNonNanSegments(lines, Qt::Horizontal);
    const auto *other = static_cast<const ClippedGraph *>(mChannelFillGraph.data());
    if (!other) {
        for (const QCPDataRange &segment : segments)
            painter->drawPolygon(within(getFillPolygon(lines, segment), sides));
        return;
    }
    QVector<QPointF> otherLines;
    other->getLines(&otherLines, QCPDataRange(0, other->dataCount()));
    if (otherLines.isEmpty())
        return;
    for (const auto &[own, others] : getOverlappingSegments(segments, lines, getNonNanSegments(&otherLines, Qt::Horizontal), &otherLines))
        painter->drawPolygon(within(getChannelFillPolygon(lines, own, &otherLines, others), sides));
}

void ClippedGraph::drawLinePlot(QCPPainter *painter, const QVector<QPointF> &lines) const
{
    const auto sides = sidesOf(clipRect());
    QVector<QPointF> pieces;
    pieces.reserve(lines.size());
    for (qsizetype i = 1; i < lines.size(); ++i) {
        if (qIsNaN(lines[i - 1].y()) || qIsNaN(lines[i].y()))
            continue;
        const auto line = within(QLineF(lines[i - 1], lines[i]), sides);
        if (!line)
            continue;
        if (pieces.isEmpty() || pieces.back() != line->p1()) {
            if (!pieces.isEmpty())
                pieces << QPointF(line->x1(), qQNaN());
            pieces << line->p1();
        }
        pieces << line->p2();
    }
    QCPGraph::drawLinePlot(painter, pieces);
}

void ClippedGraph::drawScatterPlot(QCPPainter *painter, const QVector<QPointF> &scatters, const QCPScatterStyle &style) const
{
    const QRectF rect = clipRect();
    QVector<QPointF> seen;
    std::copy_if(scatters.begin(), scatters.end(), std::back_inserter(seen), [&](const QPointF &point) { return rect.contains(point); });
    QCPGraph::drawScatterPlot(painter, seen, style);
}

} // namespace lensboard::widgets
