#pragma once

#include "app/settings.h"

namespace lensboard::app {

/// Gives the running application this theme; windows and plots follow at once.
void applyTheme(Theme theme);

} // namespace lensboard::app
