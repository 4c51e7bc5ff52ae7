#pragma once

#include "widgets/views/state/board_state.h"

#include <QPointF>

#include <optional>

class QMouseEvent;
class QPainter;
class QWheelEvent;

namespace lensboard::widgets {

class TagPlot;

/// Mouse handling of a plot: moves the cross-hair, pans by dragging, marks a range to zoom to with Shift. Ctrl + wheel zooms,
/// Shift + wheel pans, a double click resets the zoom.
class PlotPointer
{
public:
    PlotPointer(TagPlot &plot, BoardState &board) : m_plot(plot), m_board(board) {}

    /// Sets if the plain wheel also zooms, for a window without scrolling.
    void setAlone(bool alone) { m_isAlone = alone; }

    void press(const QMouseEvent &event);
    void move(const QMouseEvent &event);
    void release(const QMouseEvent &event);
    void doubleClick();
    void turnWheel(QWheelEvent &event);
    void hideCrossHair();
    /// Zooms around \p centre; \p factor below 1 zooms in.
    void zoom(double factor, double centre);
    /// Moves by \p share of the visible range.
    void pan(double share);
    /// Handles a page that scrolled under a resting mouse: the mouse is at \p position of the plot.
    void pointAt(const QPointF &position);

    bool isMarking() const { return m_markedFrom.has_value(); }
    void paintMark(QPainter &painter) const;

private:
    bool isInside(const QPointF &position) const;
    double coordinate(const QPointF &position) const;
    void moveCrossHair(const QPointF &position);

    TagPlot &m_plot;
    BoardState &m_board;
    QPointF m_pressedAt;
    std::optional<Stretch> m_beforeDrag; ///< visible range when a drag began
    std::optional<double> m_markedFrom;  ///< where a stretch to zoom to begins
    bool m_isAlone = false;
};

} // namespace lensboard::widgets
