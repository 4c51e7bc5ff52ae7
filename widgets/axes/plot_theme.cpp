#include "widgets/axes/plot_theme.h"

#include "widgets/status_colours.h"

#include "widgets/axes/colour_map.h"

#include <algorithm>
#include <array>

namespace lensboard::widgets {

namespace {

constexpr double kReadable = 0.85; ///< share of viridis that is readable, on either background

QColor mixed(const QColor &a, const QColor &b, double share)
{
    const auto mix = [share](int x, int y) { return static_cast<int>(x + (y - x) * share); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

} // namespace

PlotTheme::PlotTheme(const QPalette &palette)
    : background(palette.color(QPalette::Base)), text(palette.color(QPalette::Text)),
      mutedText(mixed(text, background, 0.4)), grid(mixed(background, text, 0.12)),
      m_dark(background.lightness() < 128)
{
    caution = warningColour(palette);
    warning = m_dark ? QColor("#ff7b72") : QColor("#c62828");
}

QColor PlotTheme::series(int index) const
{
    static const std::array<QColor, kSeriesColours> kLight = {QColor("#0072b2"), QColor("#d55e00"), QColor("#009e73"), QColor("#cc79a7"),
                                      QColor("#b8860b"), QColor("#56b4e9"), QColor("#555555")};
    static const std::array<QColor, kSeriesColours> kDark = {QColor("#56b4e9"), QColor("#ff9e4a"), QColor("#2fd6a5"), QColor("#e79cc8"),
                                     QColor("#f0e442"), QColor("#7f9cf5"), QColor("#bbbbbb")};
    const auto at = static_cast<std::size_t>(index) % kLight.size();
    const QColor hue = m_dark ? kDark[at] : kLight[at];
    switch (index / kSeriesColours % 4) {
    case 1: return mixed(hue, text, 0.5);
    case 2: return mixed(hue, background, 0.45);
    case 3: return mixed(hue, text, 0.75);
    default: return hue;
    }
}

Qt::PenStyle PlotTheme::dashes(int index)
{
    constexpr std::array<Qt::PenStyle, kDashes> kStyles = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine, Qt::DashDotDotLine};
    return kStyles[static_cast<std::size_t>(index) % kStyles.size()];
}

QColor PlotTheme::ordered(int index, int count) const
{
    if (count <= kSeriesColours)
        return series(index);
    const double share = kReadable * index / (count - 1);
    return viridis(m_dark ? 1 - share : share);
}

QColor PlotTheme::scaled(double share) const
{
    return viridis(m_dark ? 1 - kReadable * (1 - share) : kReadable * share);
}

QColor PlotTheme::faded(const QColor &colour, double share) const
{
    return mixed(background, colour, share);
}

QColor PlotTheme::shade(const QColor &colour, int index) const
{
    return mixed(colour, text, std::min(0.6, 0.3 * index));
}

} // namespace lensboard::widgets
