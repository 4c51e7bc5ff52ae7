#pragma once

#include "app/settings.h"

#include <QColor>
#include <QPalette>

namespace lensboard::app {

/// Sets the theme of the running application; windows and plots follow at once. Theme::System goes on following the
/// desktop while it is the one in the settings.
void applyTheme(Theme theme);

QPalette lightPalette(); ///< for paper too
QPalette darkPalette();
/// Border colour of input fields, visible against the field and against the window.
QColor fieldBorder(const QPalette &palette);

} // namespace lensboard::app
