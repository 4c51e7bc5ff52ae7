#pragma once

#include <QColor>

namespace lensboard::widgets {

/// Colour of the viridis map, evenly rising in lightness and readable for colour-blind users. \p share is from 0 to 1.
QColor viridis(double share);
/// Colour from blue over white (0.5) to red, for values around 0.
QColor blueToRed(double share);

} // namespace lensboard::widgets
