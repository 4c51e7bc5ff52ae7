#pragma once

#include "core/store/run.h"
#include "core/store/selection.h"

#include <QByteArray>
#include <QPalette>

#include <memory>

namespace lensboard::widgets {

class PlotBoard;

/// A part of a run as a picture: all its plots, with headings and legends, as the plot board shows them.
/// Thread: the window's.
class BoardPicture
{
public:
    /// Errors: store::RunFileError.
    BoardPicture(std::shared_ptr<const store::Run> run, const store::Selection &part, const QPalette &palette);
    ~BoardPicture();

    /// Nothing was measured, or nothing of it chosen.
    bool isEmpty() const;

    /// \p width is in pixels.
    /// Errors: std::length_error if the picture would be higher than 32,767 pixels; store::RunFileError.
    QByteArray png(int width);
    QByteArray svg(int width);
    /// Pages of A4 under a line that says what they show. A tag is on one page if it fits on one.
    QByteArray pdf();

private:
    QString m_name;
    std::unique_ptr<PlotBoard> m_board;
};

} // namespace lensboard::widgets
