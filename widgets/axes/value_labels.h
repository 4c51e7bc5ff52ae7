#pragma once

#include "widgets/axes/plot_theme.h"

#include <QPointF>
#include <QRect>
#include <QString>

#include <span>
#include <vector>

class QPainter;

namespace lensboard::widgets {

/// Label beside a point of a line.
struct ValueLabel
{
    QPointF at; ///< the point, in pixels
    QString text;
    QColor colour;
};

enum class LabelSide { Left, Right };

/// Returns the middles of labels of \p height, as close to \p wanted as possible, without overlaps and within \p top and \p
/// bottom if there is room for all. Keeps the vertical order and the order of \p wanted.
std::vector<double> spreadOut(std::span<const double> wanted, double height, double top, double bottom);

/// Draws labels of points at one x, on \p side if \p within has room there, else on the other side. Draws none if they do not all
/// fit.
void paintLabels(QPainter &painter, const PlotTheme &theme, const QRect &within, std::span<const ValueLabel> labels, LabelSide side);

} // namespace lensboard::widgets
