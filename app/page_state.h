#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

class QPalette;

namespace lensboard::app {

/// How what a page shows stands, at a glance and in words.
struct PageState
{
    enum class Dot { None, Muted, Running, Paused, Failed };

    Dot dot = Dot::None;
    QString words = {}; ///< "Training", "Finished"; empty: there is nothing to say
};

/// As \p palette has it against its windows. Of Dot::None invalid.
QColor dotColour(PageState::Dot dot, const QPalette &palette);
/// A disc, of what is over a ring; no icon for Dot::None.
QIcon dotIcon(PageState::Dot dot, const QPalette &palette);

} // namespace lensboard::app
