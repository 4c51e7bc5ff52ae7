#include "app/page_state.h"

#include "widgets/status_colours.h"

#include <QPainter>
#include <QPalette>
#include <QPixmap>

namespace lensboard::app {

using Dot = PageState::Dot;

QColor dotColour(Dot dot, const QPalette &palette)
{
    switch (dot) {
    case Dot::None: break;
    case Dot::Muted: return palette.color(QPalette::PlaceholderText);
    case Dot::Running: return widgets::goodColour(palette);
    case Dot::Paused: return widgets::warningColour(palette);
    case Dot::Failed: return widgets::errorColour(palette);
    }
    return {};
}

QIcon dotIcon(Dot dot, const QPalette &palette)
{
    QIcon icon;
    if (dot == Dot::None)
        return icon;
    const QColor colour = dotColour(dot, palette);
    for (const int side : {16, 32, 48}) {
        QPixmap pixmap(side, side);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(side / 16.0, side / 16.0);
        painter.setPen(QPen(colour, 3));
        painter.setBrush(dot == Dot::Muted ? QBrush() : QBrush(colour));
        painter.drawEllipse(QRectF(3, 3, 10, 10));
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace lensboard::app
