#pragma once

#include <QSize>
#include <QString>

#include <functional>
#include <vector>

class QCPPainter;

namespace lensboard::widgets {

class PlotBoard;

/// A board laid out for drawing or printing. The board is never visible on the screen.
class BoardPages
{
public:
    struct Page
    {
        int top = 0, bottom = 0; ///< vertical range of the board
        QString continued;       ///< the tag continued from the previous page, if any
    };

    explicit BoardPages(PlotBoard &board) : m_board(board) {}

    std::size_t plotCount() const;
    /// Lays out and draws all plots. Returns the total size.
    /// Errors: store::RunFileError; exceptions of \p beforePlot.
    QSize layOut(int width, const std::function<void()> &beforePlot = [] {});
    /// Ranges of at most \p height that split no plot and, if possible, no tag.
    std::vector<Page> pages(int height) const;
    /// Paints the part between \p top and \p bottom.
    /// Errors: exceptions of \p beforePlot.
    void paint(QCPPainter &painter, int top, int bottom, const std::function<void()> &beforePlot) const;

private:
    PlotBoard &m_board;
};

} // namespace lensboard::widgets
