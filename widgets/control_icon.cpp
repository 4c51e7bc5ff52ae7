#include "widgets/control_icon.h"

#include "widgets/icon_strokes.h"
#include "widgets/status_colours.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmap>

#include <algorithm>
#include <optional>

namespace lensboard::widgets {

namespace {

constexpr double kCanvas = 16;

void fill(QPainter &painter, ControlIcon icon);

void fillMirrored(QPainter &painter, ControlIcon icon)
{
    painter.translate(kCanvas, 0);
    painter.scale(-1, 1);
    fill(painter, icon);
}

/// Paints the filled parts of an icon on the canvas.
void fill(QPainter &painter, ControlIcon icon)
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
    case ControlIcon::StepBack: fillMirrored(painter, ControlIcon::Step); break;
    case ControlIcon::First: fillMirrored(painter, ControlIcon::StepToTick); break;
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
    case ControlIcon::More:
        for (const double x : {3.5, 8.0, 12.5})
            painter.drawEllipse(QPointF(x, 8), 1.5, 1.5);
        break;
    default: break;
    }
}

QColor iconColour(ControlIcon icon, QIcon::Mode mode, const QPalette &palette)
{
    if (mode == QIcon::Disabled)
        return palette.color(QPalette::Disabled, QPalette::ButtonText);
    if (mode == QIcon::Selected)
        return palette.color(QPalette::HighlightedText);
    switch (icon) {
    case ControlIcon::Information:
    case ControlIcon::Question: return palette.color(QPalette::Active, QPalette::Link);
    case ControlIcon::Warning: return warningColour(palette);
    case ControlIcon::Error: return errorColour(palette);
    default: return palette.color(QPalette::Active, QPalette::ButtonText);
    }
}

class ControlIconEngine final : public QIconEngine
{
public:
    /// Uses the application's palette if \p palette is nullopt.
    ControlIconEngine(ControlIcon icon, std::optional<QPalette> palette) : m_icon(icon), m_palette(std::move(palette)) {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        constexpr double kPen = 1.5;
        const int side = std::min(rect.width(), rect.height());
        const QColor colour = iconColour(m_icon, mode, m_palette.value_or(QGuiApplication::palette()));
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(rect.x() + (rect.width() - side) / 2, rect.y() + (rect.height() - side) / 2);
        painter->scale(side / kCanvas, side / kCanvas);
        painter->strokePath(iconStrokes(m_icon), QPen(colour, kPen, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter->setPen(Qt::NoPen);
        painter->setBrush(colour);
        fill(*painter, m_icon);
        painter->restore();
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect({}, size), mode, state);
        return pixmap;
    }

    QIconEngine *clone() const override { return new ControlIconEngine(*this); }

private:
    ControlIcon m_icon;
    std::optional<QPalette> m_palette;
};

} // namespace

QIcon controlIcon(ControlIcon icon)
{
    return QIcon(new ControlIconEngine(icon, std::nullopt)); // owned by the icon
}

QIcon controlIcon(ControlIcon icon, const QPalette &palette)
{
    return QIcon(new ControlIconEngine(icon, palette));
}

} // namespace lensboard::widgets
