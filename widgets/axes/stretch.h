#pragma once

namespace lensboard::widgets {

/// A range of an axis.
struct Stretch
{
    double low = 0, high = 0;

    double size() const { return high - low; }
    bool contains(double x) const { return low <= x && x <= high; }

    bool operator==(const Stretch &) const = default;
};

} // namespace lensboard::widgets
