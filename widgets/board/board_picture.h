#pragma once

#include "core/store/selection.h"
#include "widgets/board/board_pages.h"
#include "widgets/board/plot_board.h"

#include <QByteArray>
#include <QImage>
#include <QPalette>

#include <functional>
#include <memory>

class QPagedPaintDevice;

namespace lensboard::widgets {

/// Called before each drawing step with the number of finished steps; an exception ends the drawing.
using DrawingProgress = std::function<void(std::size_t done, std::size_t total)>;

/// Picture of a plot board: all its plots, with headings and legends.
/// Thread: the window's.
class BoardPicture
{
public:
    /// Dots per inch that give fonts the size used for the layout.
    static constexpr int kResolution = 96;

    /// Errors: store::RunFileError.
    BoardPicture(const BoardContents &contents, const QPalette &palette, DrawingProgress progress = {});
    ~BoardPicture();

    /// Returns true if there are no measurements, or none of them is selected.
    bool isEmpty() const;

    /// \p width is in pixels.
    /// Errors: std::length_error if the picture would be higher than 32,767 pixels; store::RunFileError; exceptions of the
    /// progress callback.
    QImage image(int width);
    QByteArray png(int width);
    QByteArray svg(int width);
    /// A4 pages with a title line. A tag is on one page if it fits.
    QByteArray pdf();
    /// Paints the pages of pdf() to \p device, set to kResolution. Returns false if painting cannot begin.
    bool paintPages(QPagedPaintDevice &device);

private:
    QSize layOut(int width);
    void paint(QCPPainter &painter, int top, int bottom);
    void reportProgress() const;

    QString m_name;
    DrawingProgress m_progress;
    std::size_t m_done = 0, m_total = 0;
    std::unique_ptr<PlotBoard> m_board;
    BoardPages m_pages;
};

/// Returns the contents for a part of a run, in the default views of its tags.
/// Errors: store::RunFileError.
BoardContents contentsOf(std::shared_ptr<const store::Run> run, const store::Selection &part);

} // namespace lensboard::widgets
