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
    QColor caution; ///< of findings that are no problem

    explicit PlotTheme(const QPalette &palette);

    /// Returns the \p index-th of a set that colour-blind readers distinguish too (Okabe and Ito), shifted for dark themes. From the
    /// kSeriesColours-th on hues repeat with another lightness.
    QColor series(int index) const;
    static constexpr int kSeriesColours = 7;
    /// Returns the \p index-th of kDashes patterns; the first is solid.
    static Qt::PenStyle dashes(int index);
    static constexpr int kDashes = 5;
    /// The \p index-th of \p count things that have an order, such as layers: of a few, series(); of many, along a scale.
    QColor ordered(int index, int count) const;
    /// Colour of a quantity scaled to 0…1: viridis, limited to colours readable on the background.
    QColor scaled(double share) const;
    /// \p share of \p colour on the background.
    QColor faded(const QColor &colour, double share) const;
    /// The \p index-th shade of \p colour; 0 is the colour itself.
    QColor shade(const QColor &colour, int index) const;

private:
    bool m_dark;
};

} // namespace lensboard::widgets
