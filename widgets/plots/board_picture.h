#pragma once

#include "core/store/selection.h"
#include "widgets/plots/board_pages.h"
#include "widgets/plots/plot_board.h"

#include <QByteArray>
#include <QImage>
#include <QPalette>

#include <functional>
#include <memory>

class QPagedPaintDevice;

namespace lensboard::widgets {

/// Called before each step of a drawing with how many of all were done; what it throws ends the drawing.
using DrawingProgress = std::function<void(std::size_t done, std::size_t total)>;

/// What a plot board shows as a picture: all its plots, with headings and legends.
/// Thread: the window's.
class BoardPicture
{
public:
    /// In dots per inch: fonts have the size then that plots are laid out for.
    static constexpr int kResolution = 96;

    /// Errors: store::RunFileError.
    BoardPicture(const BoardContents &contents, const QPalette &palette, DrawingProgress progress = {});
    ~BoardPicture();

    /// Nothing was measured, or nothing of it chosen.
    bool isEmpty() const;

    /// \p width is in pixels.
    /// Errors: std::length_error if the picture would be higher than 32,767 pixels; store::RunFileError; those of the
    /// progress.
    QImage image(int width);
    QByteArray png(int width);
    QByteArray svg(int width);
    /// Pages of A4 under a line that says what they show. A tag is on one page if it fits on one.
    QByteArray pdf();
    /// The same pages; \p device has kResolution. False if it cannot be painted on.
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

/// A part of a run, in the views that tags have from the start.
/// Errors: store::RunFileError.
BoardContents contentsOf(std::shared_ptr<const store::Run> run, const store::Selection &part);

} // namespace lensboard::widgets
