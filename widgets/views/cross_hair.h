#pragma once

#include <QString>
#include <Qt>

#include <set>

class QPainter;

namespace lensboard::widgets {

class BoardState;
class TagPlot;
struct PlotTheme;

/// The cross-hair and the cursors A and B of a board, drawn over a finished plot, so that moving them repaints nothing else.
class CrossHair
{
public:
    CrossHair(TagPlot &plot, const BoardState &board) : m_plot(plot), m_board(board) {}

    void paint(QPainter &painter, const PlotTheme &theme);
    /// Repaints the old and new strips of the lines.
    void update();

private:
    void paintLine(QPainter &painter, const PlotTheme &theme, double x, Qt::PenStyle style, const QString &name = {});

    TagPlot &m_plot;
    const BoardState &m_board;
    std::set<int> m_painted; ///< pixel columns of painted lines
};

} // namespace lensboard::widgets
