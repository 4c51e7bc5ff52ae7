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
    QColor warning; ///< marks of non-finite values

    explicit PlotTheme(const QPalette &palette);

    /// The \p index-th of a set that colour-blind readers tell apart too (Okabe and Ito), shifted for dark themes.
    QColor series(int index) const;

private:
    bool m_dark;
};

} // namespace lensboard::widgets
