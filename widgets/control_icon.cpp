#include "widgets/control_icon.h"

#include <QPainter>
#include <QPalette>
#include <QPixmap>

namespace lensboard::widgets {

namespace {

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
    case ControlIcon::Stop: painter.drawRect(QRectF(3.5, 3.5, 9, 9)); break;
    case ControlIcon::Settings: // sliders
        for (const auto &[y, knob] : {std::pair(3.5, 10.5), std::pair(8.0, 5.5), std::pair(12.5, 10.5)}) {
            painter.drawRect(QRectF(2, y - 0.6, 12, 1.2));
            painter.drawEllipse(QPointF(knob, y), 2, 2);
        }
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
