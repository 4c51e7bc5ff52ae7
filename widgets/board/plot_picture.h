#pragma once

#include "widgets/board/plot_board.h"

#include <QByteArray>
#include <QImage>
#include <QPalette>
#include <QSizeF>

#include <memory>
#include <optional>

class QCPPainter;

namespace lensboard::widgets {

class TagPlot;

/// Selects one plot of a board.
struct PlotAddress
{
    QString tag;
    QString title; ///< TagPlot::title(); empty for a plot without one
};

/// A plot and the contents of its board.
struct PlotOnView
{
    PlotAddress address;
    QString name; ///< name of its tag, and of its layer if it shows one
    QSize size;   ///< size on the screen
    QWidget *window;
    BoardContents contents; ///< with the plot's own zoom if plots are not linked
};

/// Returns the plot last under the mouse, or the first of the current tag.
std::optional<PlotOnView> currentPlot(PlotBoard &board);

/// Size of a picture on paper. The resolution determines its pixels; letters keep their size on paper.
struct PictureSize
{
    static constexpr double kMmPerInch = 25.4;

    QSizeF mm;
    double dpi = 96;

    static PictureSize ofPixels(const QSize &pixels, double dpi) { return {QSizeF(pixels) * kMmPerInch / dpi, dpi}; }
    QSize pixels() const { return (mm * dpi / kMmPerInch).toSize(); }
};

/// One plot of a board with its name and legend, as a picture of any size.
/// Thread: the window's.
class PlotPicture
{
public:
    /// \p palette sets the colours.
    /// Errors: store::RunFileError.
    PlotPicture(const BoardContents &contents, const PlotAddress &address, const QPalette &palette);
    ~PlotPicture();

    /// Returns true if the board has no such plot.
    bool isEmpty() const { return !m_plot; }

    /// Errors: store::RunFileError; std::length_error if a side exceeds 32,767 pixels.
    QImage image(const PictureSize &size);
    QByteArray png(const PictureSize &size);
    QByteArray svg(const PictureSize &size);
    QByteArray pdf(const PictureSize &size);

private:
    void paint(QCPPainter &painter, const QSize &size);

    std::unique_ptr<PlotBoard> m_board;
    std::unique_ptr<TagPlot> m_plot;
};

} // namespace lensboard::widgets
