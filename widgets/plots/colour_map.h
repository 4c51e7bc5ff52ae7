#pragma once

#include <QColor>

namespace lensboard::widgets {

/// A colour of viridis, which rises evenly in lightness and reads the same to colour-blind eyes. \p share from 0 to 1.
QColor viridis(double share);
/// A colour from blue over white, which is in the middle, to red: for values around 0.
QColor blueToRed(double share);

} // namespace lensboard::widgets
