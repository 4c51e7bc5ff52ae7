#pragma once

#include "widgets/views/state/board_style.h"

#include <QElapsedTimer>
#include <QString>

#include <cstdint>
#include <set>
#include <vector>

class QPainter;
class QPointF;

namespace lensboard::record {
struct RunEvent;
}

namespace lensboard::widgets {

class BoardState;
class TagPlot;
struct PlotTheme;
struct ShownRun;

/// An event of a run, with its place on the x axis.
struct EventMark
{
    double x = 0;
    EventKind kind = EventKind::Notice;
    bool isProblem = false; ///< the finding is a problem
    QString text;           ///< place and description
    std::set<QString> layers = {}; ///< layers of a finding; empty: the whole model
};

/// The start of a finding in a run.
struct FindingMark
{
    std::int64_t step = 0;
    bool isProblem = false;
    QString text;
    std::set<QString> layers = {}; ///< layers with plots that show the mark; none: all plots

    bool operator==(const FindingMark &) const = default;
};

EventKind kindOf(const record::RunEvent &event);

/// Event flags on plots along x: events of the visible runs of a board, of the kinds selected in its style.
/// Thread: the window's.
class EventMarks
{
public:
    explicit EventMarks(const BoardState &board) : m_board(board) {}

    /// Returns the marks ordered by place.
    const std::vector<EventMark> &all() const;
    /// Must be called if runs, their events or the style have changed.
    void invalidate() { m_isKnown = false; }
    /// A run has more values, and some may not be finite.
    void noteGrowth() { m_hasGrown = true; }

    /// Returns one line per mark within a few pixels of \p position; empty if there is none.
    QString textAt(const TagPlot &plot, const QPointF &position) const;
    void paint(QPainter &painter, const TagPlot &plot, const PlotTheme &theme) const;

private:
    void addEvents(const ShownRun &run) const;
    void addFindings(const ShownRun &run) const;
    void addFirstNonFinite(const ShownRun &run) const;
    void add(const ShownRun &run, double place, EventKind kind, const QString &what) const;
    QString markText(const ShownRun &run, double place, const QString &what) const;

    const BoardState &m_board;
    mutable std::vector<EventMark> m_marks;
    mutable bool m_isKnown = false;
    mutable bool m_hasGrown = false;
    mutable QElapsedTimer m_sinceKnown;
};

} // namespace lensboard::widgets
