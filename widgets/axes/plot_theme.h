#pragma once

#include <QColor>
#include <QPalette>

namespace lensboard::widgets {

/// Colours of plots, taken from a palette so that they follow the desktop's light or dark theme.
struct PlotTheme
{
    QColor background;
    QColor text;
    QColor mutedText;
    QColor grid;
    QColor warning; ///< marks of non-finite values, and of problems
    QColor caution; ///< findings that are no problem

    explicit PlotTheme(const QPalette &palette);

    /// Returns colour number \p index of a set readable for colour-blind users (Okabe and Ito), adapted to dark themes. From
    /// kSeriesColours on, hues repeat with another lightness.
    QColor series(int index) const;
    static constexpr int kSeriesColours = 7;
    /// Returns dash pattern number \p index of kDashes; the first is solid.
    static Qt::PenStyle dashes(int index);
    static constexpr int kDashes = 5;
    /// Returns colour number \p index for \p count ordered items such as layers: for few, series(); for many, along a scale.
    QColor ordered(int index, int count) const;
    /// Colour of a quantity scaled to 0…1: viridis, limited to colours readable on the background.
    QColor scaled(double share) const;
    /// Blends \p colour into the background with weight \p share.
    QColor faded(const QColor &colour, double share) const;
    /// Returns shade number \p index of \p colour; 0 is the colour itself.
    QColor shade(const QColor &colour, int index) const;

private:
    bool m_dark;
};

} // namespace lensboard::widgets
