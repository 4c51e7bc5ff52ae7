#pragma once

#include "widgets/control_icon.h"

#include <QPainterPath>

namespace lensboard::widgets {

/// Path of \p icon to be drawn with a pen, on a canvas of 16 by 16. Straight lines are centred on pixels. Empty for a filled
/// icon.
QPainterPath iconStrokes(ControlIcon icon);

} // namespace lensboard::widgets
