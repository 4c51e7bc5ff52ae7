#pragma once

#include <QString>
#include <Qt>

#include <set>

class QPainter;

namespace lensboard::widgets {

class BoardState;
class TagPlot;
struct PlotTheme;

/// The cross-hair and the cursors A and B of a board, as lines over a finished plot, so that a move draws nothing else.
class CrossHair
{
public:
    CrossHair(TagPlot &plot, const BoardState &board) : m_plot(plot), m_board(board) {}

    void paint(QPainter &painter, const PlotTheme &theme);
    /// Repaints the strips where the lines were and where they are.
    void update();

private:
    void paintLine(QPainter &painter, const PlotTheme &theme, double x, Qt::PenStyle style, const QString &name = {});

    TagPlot &m_plot;
    const BoardState &m_board;
    std::set<int> m_painted; ///< pixel columns of lines
};

} // namespace lensboard::widgets
