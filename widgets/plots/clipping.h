#pragma once

#include <QPolygonF>
#include <QRectF>
#include <QVector>

#include <span>

namespace lensboard::widgets {

/// What of a line lies within \p rect, in pieces; a point whose y is NaN is a gap. SVG, as Qt writes it, clips nothing.
QVector<QPolygonF> clippedLine(std::span<const QPointF> points, const QRectF &rect);

QPolygonF clippedPolygon(QPolygonF polygon, const QRectF &rect);

} // namespace lensboard::widgets
