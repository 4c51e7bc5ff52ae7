#include "widgets/views/plot_pointer.h"

#include "widgets/views/state/read_or.h"
#include "widgets/views/tag_plot.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lensboard::widgets {

namespace {

constexpr double kZoomPerNotch = 0.8, kPanPerNotch = 0.1; ///< per wheel notch
constexpr int kDragDistance = 2, kMarkDistance = 4;        ///< pixels of movement before the action starts

} // namespace

bool PlotPointer::isInside(const QPointF &position) const
{
    return m_plot.axisRect()->rect().contains(position.toPoint());
}

double PlotPointer::coordinate(const QPointF &position) const
{
    return m_plot.xAxis->pixelToCoord(position.x());
}

/// Sets the cross-hair to the nearest tick; to the mouse itself while it marks a stretch.
void PlotPointer::moveCrossHair(const QPointF &position)
{
    if (!isInside(position))
        return m_board.setCrossHair(std::nullopt);
    const double x = coordinate(position), tick = isMarking() ? x : readOr(x, [&] { return m_plot.nearestTick(x); });
    m_board.setCrossHair(m_plot.shownX().contains(tick) ? tick : x);
}

void PlotPointer::pointAt(const QPointF &position)
{
    Q_EMIT m_plot.entered();
    if (m_plot.runsAlongX())
        moveCrossHair(position);
}

void PlotPointer::press(const QMouseEvent &event)
{
    Q_EMIT m_plot.entered();
    if (event.button() != Qt::LeftButton || !m_plot.runsAlongX() || !isInside(event.position()))
        return;
    m_pressedAt = event.position();
    if (event.modifiers() & Qt::ShiftModifier)
        m_markedFrom = coordinate(m_pressedAt);
    else
        m_beforeDrag = m_plot.shownX();
}

void PlotPointer::move(const QMouseEvent &event)
{
    if (!m_plot.runsAlongX())
        return;
    if (m_beforeDrag && event.buttons() & Qt::LeftButton) {
        const double distance = event.position().x() - m_pressedAt.x();
        if (std::abs(distance) < kDragDistance && m_beforeDrag == m_plot.shownX())
            return;
        const double moved = distance / std::max(1, m_plot.axisRect()->width()) * m_beforeDrag->size();
        m_plot.choose(Stretch{m_beforeDrag->low - moved, m_beforeDrag->high - moved});
    }
    moveCrossHair(event.position());
}

void PlotPointer::release(const QMouseEvent &event)
{
    m_beforeDrag.reset();
    if (const auto from = std::exchange(m_markedFrom, std::nullopt)) {
        const Stretch shown = m_plot.shownX();
        const double to = std::clamp(coordinate(event.position()), shown.low, shown.high);
        if (std::abs(m_plot.xAxis->coordToPixel(to) - m_plot.xAxis->coordToPixel(*from)) >= kMarkDistance)
            m_plot.choose(Stretch{std::min(*from, to), std::max(*from, to)});
        m_plot.update();
    }
}

void PlotPointer::doubleClick()
{
    m_beforeDrag.reset();
    m_plot.choose(std::nullopt);
}

/// The plain wheel scrolls the page.
void PlotPointer::turnWheel(QWheelEvent &event)
{
    const bool pans = event.modifiers() & Qt::ShiftModifier;
    const bool zooms = event.modifiers() & Qt::ControlModifier || (m_isAlone && !event.angleDelta().isNull());
    if (!m_plot.runsAlongX() || (!zooms && !pans))
        return event.ignore();
    const QPoint turned = event.angleDelta();
    const double notches = (turned.y() ? turned.y() : turned.x()) / 120.0;
    if (pans)
        pan(-kPanPerNotch * notches);
    else
        zoom(std::pow(kZoomPerNotch, notches), coordinate(event.position()));
    event.accept();
}

void PlotPointer::zoom(double factor, double centre)
{
    const Stretch shown = m_plot.shownX(), all = m_plot.extent();
    const Stretch wanted = {centre - (centre - shown.low) * factor, centre + (shown.high - centre) * factor};
    if (wanted.low <= all.low && wanted.high >= all.high)
        return m_plot.choose(std::nullopt);
    if (wanted.size() > 1e-9 * std::max({1.0, std::abs(wanted.low), std::abs(wanted.high)}))
        m_plot.choose(wanted);
}

void PlotPointer::pan(double share)
{
    const Stretch shown = m_plot.shownX();
    m_plot.choose(Stretch{shown.low + share * shown.size(), shown.high + share * shown.size()});
}

void PlotPointer::hideCrossHair()
{
    if (m_plot.runsAlongX())
        m_board.setCrossHair(std::nullopt);
}

/// Paints the marked range, from its start to the cross-hair.
void PlotPointer::paintMark(QPainter &painter) const
{
    if (!m_markedFrom || !m_board.crossHair())
        return;
    QColor veil = m_plot.palette().color(QPalette::Highlight);
    veil.setAlpha(60);
    const QRect rect = m_plot.axisRect()->rect();
    const auto pixel = [this](double x) { return m_plot.xAxis->coordToPixel(x); };
    painter.fillRect(QRectF(QPointF(pixel(*m_markedFrom), rect.top()), QPointF(pixel(*m_board.crossHair()), rect.bottom())), veil);
}

} // namespace lensboard::widgets
