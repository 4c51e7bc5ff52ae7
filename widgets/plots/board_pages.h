#pragma once

#include <QSize>
#include <QString>

#include <functional>
#include <vector>

class QCPPainter;

namespace lensboard::widgets {

class PlotBoard;

/// All that a board shows, laid out to be drawn or printed. The board is not on view, nor will be.
class BoardPages
{
public:
    struct Page
    {
        int top = 0, bottom = 0; ///< a stretch of the board
        QString continued;       ///< the tag that it begins within, if any
    };

    explicit BoardPages(PlotBoard &board) : m_board(board) {}

    std::size_t plotCount() const;
    /// Lays out and draws all plots. Returns the total size.
    /// Errors: store::RunFileError; exceptions of \p beforePlot.
    QSize layOut(int width, const std::function<void()> &beforePlot = [] {});
    /// Stretches of at most \p height that cut no plot in two and, where it can be, no tag.
    std::vector<Page> pages(int height) const;
    /// Paints the part between \p top and \p bottom.
    /// Errors: exceptions of \p beforePlot.
    void paint(QCPPainter &painter, int top, int bottom, const std::function<void()> &beforePlot) const;

private:
    PlotBoard &m_board;
};

} // namespace lensboard::widgets
