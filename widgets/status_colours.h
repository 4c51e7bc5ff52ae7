#pragma once

#include <QColor>

class QPalette;

namespace lensboard::widgets {

// Colours readable on all backgrounds of a palette, also as thin lines.

QColor goodColour(const QPalette &palette);
QColor warningColour(const QPalette &palette);
QColor errorColour(const QPalette &palette);

} // namespace lensboard::widgets
