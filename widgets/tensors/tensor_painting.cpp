#include "widgets/tensors/tensor_painting.h"

#include "widgets/number_text.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lensboard::widgets {

namespace {

constexpr int kBarWidth = 12;
constexpr int kBarGap = 5;
constexpr int kLetters = 9; ///< letters of the longest number beside a bar
constexpr int kTickEvery = 40; ///< minimum pixels between ticks

} // namespace

std::vector<double> roundTicks(double low, double high, int most)
{
    const double span = high - low;
    if (!(span > 0) || most < 1)
        return {low};
    const double rough = span / most, power = std::pow(10, std::floor(std::log10(rough)));
    const double step = power * (rough <= power ? 1 : rough <= 2 * power ? 2 : rough <= 5 * power ? 5 : 10);
    std::vector<double> ticks;
    for (double number = std::ceil(low / step - 1e-9); number * step <= high + 1e-9 * span; ++number)
        ticks.push_back(number * step);
    return ticks;
}

QString valueText(double value)
{
    return shownNumber(value, 4);
}

int colourBarWidth(const QFontMetrics &metrics)
{
    return kBarWidth + kBarGap + kLetters * metrics.horizontalAdvance('0');
}

void paintColourBar(QPainter &painter, const QRect &room, const TensorColours &colours, const PlotTheme &theme)
{
    const QRect bar(room.left(), room.top(), kBarWidth, room.height());
    const auto valueAt = [&](int y) {
        return colours.high() - (colours.high() - colours.low()) * (y - bar.top()) / std::max(1, bar.height() - 1);
    };
    for (int y = bar.top(); y <= bar.bottom(); ++y)
        painter.fillRect(bar.left(), y, bar.width(), 1, QColor::fromRgb(colours.colour(static_cast<float>(valueAt(y)))));
    painter.setPen(theme.mutedText);
    const std::vector<double> ticks = roundTicks(colours.low(), colours.high(), std::max(1, bar.height() / kTickEvery));
    const QStringList labels = tickTexts(ticks);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const double share = (colours.high() - ticks[i]) / (colours.high() - colours.low());
        const int y = bar.top() + static_cast<int>(std::lround(share * (bar.height() - 1)));
        const int height = painter.fontMetrics().height();
        const int top = std::clamp(y - height / 2, bar.top(), std::max(bar.top(), bar.bottom() - height));
        painter.drawText(QRect(bar.right() + kBarGap, top, room.right() - bar.right(), height), Qt::AlignLeft | Qt::AlignVCenter,
                         labels[static_cast<qsizetype>(i)]); // no tick line: it would look like a minus
    }
}

void paintPicture(QPainter &painter, const QRect &room, const QImage &picture)
{
    const bool smaller = room.width() < picture.width() || room.height() < picture.height();
    painter.drawImage(room.topLeft(), picture.scaled(room.size(), Qt::IgnoreAspectRatio, smaller ? Qt::SmoothTransformation : Qt::FastTransformation));
}

} // namespace lensboard::widgets
