#pragma once

#include "widgets/plots/plot_theme.h"

#include <QPointF>
#include <QRect>
#include <QString>

#include <span>
#include <vector>

class QPainter;

namespace lensboard::widgets {

/// What is written beside a point of a line.
struct ValueLabel
{
    QPointF at; ///< the point, in pixels
    QString text;
    QColor colour;
};

enum class LabelSide { Left, Right };

/// Middles of labels of \p height, as close as can be to \p wanted without that any two overlap or one leaves the stretch from \p top
/// to \p bottom, where there is room for all. In the order of \p wanted, of which upper ones stay above lower ones.
std::vector<double> spreadOut(std::span<const double> wanted, double height, double top, double bottom);

/// Writes labels of points that lie above each other, on \p side of these where \p within has room, else on the other. None if they
/// do not all find room.
void paintLabels(QPainter &painter, const PlotTheme &theme, const QRect &within, std::span<const ValueLabel> labels, LabelSide side);

} // namespace lensboard::widgets
