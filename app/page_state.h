#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

class QPalette;

namespace lensboard::app {

/// The state of a page's content, as a coloured dot and in words.
struct PageState
{
    enum class Dot { None, Muted, Running, Paused, Failed };

    Dot dot = Dot::None;
    QString words = {}; ///< "Training", "Finished"; empty: there is nothing to say
};

/// Colour of \p dot readable on the windows of \p palette. Invalid for Dot::None.
QColor dotColour(PageState::Dot dot, const QPalette &palette);
/// Icon with a disc, or with a ring for finished content; a null icon for Dot::None.
QIcon dotIcon(PageState::Dot dot, const QPalette &palette);

} // namespace lensboard::app
