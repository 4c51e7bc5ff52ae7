#pragma once

#include "widgets/plots/plot_theme.h"
#include "widgets/tensors/tensor_image.h"

#include <QString>

#include <vector>

class QPainter;
class QRect;

namespace lensboard::widgets {

inline constexpr int kTensorMargin = 8; ///< pixels, as all lengths
inline constexpr int kTickLength = 4;

/// Round numbers from \p low to \p high, at most about \p most.
std::vector<double> roundTicks(double low, double high, int most);
QString valueText(double value);

/// How wide a bar of colours is, with its numbers.
int colourBarWidth(const QFontMetrics &metrics);
/// The colours as a bar from the least value, below, to the greatest, with numbers at its right.
void paintColourBar(QPainter &painter, const QRect &room, const TensorColours &colours, const PlotTheme &theme);

/// A picture, made larger in whole pixels, or smaller smoothly.
void paintPicture(QPainter &painter, const QRect &room, const QImage &picture);

} // namespace lensboard::widgets
