#pragma once

#include "widgets/axes/plot_theme.h"
#include "widgets/tensors/tensor_image.h"

#include <QString>

#include <vector>

class QPainter;
class QRect;

namespace lensboard::widgets {

inline constexpr int kTensorMargin = 8; ///< pixels, as all lengths
inline constexpr int kTickLength = 4;

/// Returns round numbers from \p low to \p high, at most about \p most.
std::vector<double> roundTicks(double low, double high, int most);
QString valueText(double value);

/// Width of a colour bar with its numbers.
int colourBarWidth(const QFontMetrics &metrics);
/// Paints a colour bar from the least value, at the bottom, to the greatest, with numbers at its right.
void paintColourBar(QPainter &painter, const QRect &room, const TensorColours &colours, const PlotTheme &theme);

/// Paints a picture enlarged by whole pixels, or reduced smoothly.
void paintPicture(QPainter &painter, const QRect &room, const QImage &picture);

} // namespace lensboard::widgets
