#pragma once

#include "app/settings.h"

#include <QPalette>

namespace lensboard::app {

/// Gives the running application this theme; windows and plots follow at once.
void applyTheme(Theme theme);

/// For paper.
QPalette lightPalette();

} // namespace lensboard::app
