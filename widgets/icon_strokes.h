#pragma once

#include "widgets/control_icon.h"

#include <QPainterPath>

namespace lensboard::widgets {

/// What of \p icon is drawn with a pen, on a canvas of 16 by 16. Straight lines lie in the middle of pixels. Empty for an icon that is
/// filled.
QPainterPath iconStrokes(ControlIcon icon);

} // namespace lensboard::widgets
