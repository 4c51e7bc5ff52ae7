#pragma once

#include <QPolygonF>
#include <QRectF>
#include <QVector>

#include <span>

namespace lensboard::widgets {

/// Returns the parts of a line inside \p rect; a point with y = NaN is a gap. Needed because Qt's SVG output does not clip.
QVector<QPolygonF> clippedLine(std::span<const QPointF> points, const QRectF &rect);

QPolygonF clippedPolygon(QPolygonF polygon, const QRectF &rect);

} // namespace lensboard::widgets
