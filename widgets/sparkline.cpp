#include "widgets/sparkline.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace lensboard::widgets {

namespace {

constexpr int kSparklineWidth = 120;
constexpr int kSparklineMargin = 4;
constexpr double kPenWidth = 1.5;

std::optional<std::pair<double, double>> finiteRange(std::span<const double> values)
{
    std::optional<std::pair<double, double>> range;
    for (const double value : values)
        if (std::isfinite(value))
            range = range ? std::pair(std::min(range->first, value), std::max(range->second, value)) : std::pair(value, value);
    return range;
}

/// Returns the height from 0 (least) to 1; halving keeps the distance of the largest doubles finite.
double heightIn(const std::pair<double, double> &range, double value)
{
    const double distance = range.second / 2 - range.first / 2;
    return distance > 0 ? (value / 2 - range.first / 2) / distance : 0.5;
}

void drawPiece(QPainter &painter, const QPolygonF &piece)
{
    if (piece.size() == 1)
        painter.drawPoint(piece.front());
    else
        painter.drawPolyline(piece);
}

} // namespace

void drawSparkline(QPainter &painter, const QRectF &rect, std::span<const double> values, const QColor &colour)
{
    const auto range = finiteRange(values);
    if (!range)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, kPenWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const double step = values.size() > 1 ? rect.width() / static_cast<double>(values.size() - 1) : 0;
    QPolygonF piece;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::isfinite(values[i]))
            piece << QPointF(rect.left() + step * static_cast<double>(i), rect.bottom() - rect.height() * heightIn(*range, values[i]));
        if (!piece.isEmpty() && (i + 1 == values.size() || !std::isfinite(values[i])))
            drawPiece(painter, std::exchange(piece, {}));
    }
    painter.restore();
}

void drawSparkline(QPainter &painter, const QStyleOptionViewItem &option, const QList<double> &values)
{
    const QRectF inner = QRectF(option.rect).adjusted(kSparklineMargin, kSparklineMargin, -kSparklineMargin, -kSparklineMargin);
    const bool isSelected = option.state & QStyle::State_Selected;
    drawSparkline(painter, inner, {values.constData(), static_cast<std::size_t>(values.size())},
                  option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Link));
}

QSize SparklineDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return {kSparklineWidth + 2 * kSparklineMargin, QStyledItemDelegate::sizeHint(option, index).height()};
}

void SparklineDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    drawSparkline(*painter, option, index.data(m_role).value<QList<double>>());
}

} // namespace lensboard::widgets
