#include "widgets/control_icon.h"

#include <QPainter>
#include <QPalette>
#include <QPixmap>

namespace lensboard::widgets {

namespace {

void stroke(QPainter &painter, const QPolygonF &line)
{
    painter.save();
    painter.setPen(QPen(painter.brush().color(), 1.5));
    painter.drawPolyline(line);
    painter.restore();
}

void paint(QPainter &painter, ControlIcon icon);

void paintMirrored(QPainter &painter, ControlIcon icon)
{
    painter.translate(16, 0);
    painter.scale(-1, 1);
    paint(painter, icon);
}

/// On a canvas of 16 by 16.
void paint(QPainter &painter, ControlIcon icon)
{
    switch (icon) {
    case ControlIcon::Start: painter.drawPolygon(QPolygonF({{4, 2.5}, {13.5, 8}, {4, 13.5}})); break;
    case ControlIcon::Pause:
        painter.drawRect(QRectF(3.5, 3, 3.2, 10));
        painter.drawRect(QRectF(9.3, 3, 3.2, 10));
        break;
    case ControlIcon::Step:
        painter.drawPolygon(QPolygonF({{3, 2.5}, {10.5, 8}, {3, 13.5}}));
        painter.drawRect(QRectF(11, 3, 2.4, 10));
        break;
    case ControlIcon::StepToTick:
        painter.drawPolygon(QPolygonF({{1, 2.5}, {6, 8}, {1, 13.5}}));
        painter.drawPolygon(QPolygonF({{6, 2.5}, {11, 8}, {6, 13.5}}));
        painter.drawRect(QRectF(11.5, 3, 2.4, 10));
        break;
    case ControlIcon::StepBack: paintMirrored(painter, ControlIcon::Step); break;
    case ControlIcon::First: paintMirrored(painter, ControlIcon::StepToTick); break;
    case ControlIcon::Stop: painter.drawRect(QRectF(3.5, 3.5, 9, 9)); break;
    case ControlIcon::Settings: // sliders
        for (const auto &[y, knob] : {std::pair(3.5, 10.5), std::pair(8.0, 5.5), std::pair(12.5, 10.5)}) {
            painter.drawRect(QRectF(2, y - 0.6, 12, 1.2));
            painter.drawEllipse(QPointF(knob, y), 2, 2);
        }
        break;
    case ControlIcon::SmallMultiples:
        for (const QPointF &corner : {QPointF(2, 2), QPointF(9, 2), QPointF(2, 9), QPointF(9, 9)})
            painter.drawRect(QRectF(corner, QSizeF(5, 5)));
        break;
    case ControlIcon::Overlay:
        stroke(painter, {{2, 4}, {6, 8}, {10, 6}, {14, 9}});
        stroke(painter, {{2, 12}, {6, 5}, {10, 11}, {14, 3}});
        break;
    case ControlIcon::HeatMap:
        for (int cell = 0; cell < 9; ++cell) {
            painter.setOpacity(0.25 + 0.75 * (cell * 5 % 9) / 8.0);
            painter.drawRect(QRectF(2 + cell % 3 * 4, 2 + cell / 3 * 4, 4, 4));
        }
        break;
    case ControlIcon::DepthProfile:
        for (const auto &[x, height] : {std::pair(2.0, 5.0), std::pair(5.2, 11.0), std::pair(8.4, 8.0), std::pair(11.6, 3.5)})
            painter.drawRect(QRectF(x, 14 - height, 2.4, height));
        break;
    case ControlIcon::Histograms: painter.drawPolygon(QPolygonF({{1, 14}, {4, 12}, {6.5, 3}, {9.5, 3}, {12, 12}, {15, 14}})); break;
    case ControlIcon::Ridges:
        for (const double y : {5.5, 9.5, 13.5})
            stroke(painter, {{1.5, y}, {5, y - 0.5}, {8, y - 4}, {11, y - 0.5}, {14.5, y}});
        break;
    case ControlIcon::More:
        for (const double x : {3.5, 8.0, 12.5})
            painter.drawEllipse(QPointF(x, 8), 1.5, 1.5);
        break;
    case ControlIcon::Close:
        stroke(painter, {{4.5, 4.5}, {11.5, 11.5}});
        stroke(painter, {{11.5, 4.5}, {4.5, 11.5}});
        break;
    }
}

} // namespace

QIcon controlIcon(ControlIcon icon, const QPalette &palette)
{
    QIcon result;
    for (const auto &[group, mode] : {std::pair(QPalette::Active, QIcon::Normal), std::pair(QPalette::Disabled, QIcon::Disabled)})
        for (const int side : {16, 24, 32, 48}) {
            QPixmap pixmap(side, side);
            pixmap.fill(Qt::transparent);
            QPainter painter(&pixmap);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.scale(side / 16.0, side / 16.0);
            painter.setPen(Qt::NoPen);
            painter.setBrush(palette.color(group, QPalette::ButtonText));
            paint(painter, icon);
            result.addPixmap(pixmap, mode);
        }
    return result;
}

} // namespace lensboard::widgets
