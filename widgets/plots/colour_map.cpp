#include "widgets/plots/colour_map.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lensboard::widgets {

QColor viridis(double share)
{
    // every sixteenth of matplotlib's table (CC0)
    static constexpr std::array<QRgb, 17> kColours = {0x440154, 0x481a6c, 0x472f7d, 0x414487, 0x39568c, 0x31688e,
                                                      0x2a788e, 0x23888e, 0x1f988b, 0x22a884, 0x35b779, 0x54c568,
                                                      0x7ad151, 0xa5db36, 0xd2e21b, 0xf0e51c, 0xfde725};
    const double place = std::clamp(share, 0.0, 1.0) * (kColours.size() - 1);
    const auto low = std::min(static_cast<std::size_t>(place), kColours.size() - 2);
    const double beyond = place - static_cast<double>(low);
    const QColor a = QColor::fromRgb(kColours[low]), b = QColor::fromRgb(kColours[low + 1]);
    const auto mix = [&](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * beyond)); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

} // namespace lensboard::widgets
