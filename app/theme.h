#pragma once

#include "app/settings.h"

#include <QColor>
#include <QPalette>

namespace lensboard::app {

/// Sets the theme of the running application; windows and plots follow at once. With Theme::System, follows the desktop while
/// this is the setting.
void applyTheme(Theme theme);

QPalette lightPalette(); ///< also for printing
QPalette darkPalette();
/// Border colour of input fields, visible against the field and against the window.
QColor fieldBorder(const QPalette &palette);

} // namespace lensboard::app
