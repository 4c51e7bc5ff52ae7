#include "widgets/axes/colour_map.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lensboard::widgets {

namespace {

/// Interpolates a table of colours evenly from 0 to 1.
template <std::size_t Count> QColor along(const std::array<QRgb, Count> &colours, double share)
{
    const double place = std::clamp(share, 0.0, 1.0) * (Count - 1);
    const auto low = std::min(static_cast<std::size_t>(place), Count - 2);
    const double beyond = place - static_cast<double>(low);
    const QColor a = QColor::fromRgb(colours[low]), b = QColor::fromRgb(colours[low + 1]);
    const auto mix = [&](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * beyond)); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

} // namespace

QColor viridis(double share)
{
    // every sixteenth entry of matplotlib's table (CC0)
    static constexpr std::array<QRgb, 17> kColours = {0x440154, 0x481a6c, 0x472f7d, 0x414487, 0x39568c, 0x31688e,
                                                      0x2a788e, 0x23888e, 0x1f988b, 0x22a884, 0x35b779, 0x54c568,
                                                      0x7ad151, 0xa5db36, 0xd2e21b, 0xf0e51c, 0xfde725};
    return along(kColours, share);
}

QColor blueToRed(double share)
{
    // ColorBrewer's RdBu with 11 classes, reversed (Apache license, Cynthia Brewer)
    static constexpr std::array<QRgb, 11> kColours = {0x053061, 0x2166ac, 0x4393c3, 0x92c5de, 0xd1e5f0, 0xf7f7f7,
                                                      0xfddbc7, 0xf4a582, 0xd6604d, 0xb2182b, 0x67001f};
    return along(kColours, share);
}

} // namespace lensboard::widgets
