#pragma once

#include <QColor>

class QPalette;

namespace lensboard::widgets {

// Seen on all grounds of a palette, as thin lines too.

QColor goodColour(const QPalette &palette);
QColor warningColour(const QPalette &palette);
QColor errorColour(const QPalette &palette);

} // namespace lensboard::widgets
