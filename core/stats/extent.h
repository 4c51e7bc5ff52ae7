#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace lensboard::stats {

/// Summary of consecutive values: minimum and maximum of the finite values, the order of these two, and the kinds of non-finite values
/// present.
struct Extent
{
    enum NonFinite : std::uint8_t { NaN = 1, PositiveInfinity = 2, NegativeInfinity = 4 };

    double least = std::numeric_limits<double>::infinity();
    double greatest = -std::numeric_limits<double>::infinity();
    std::uint8_t nonFinite = 0;
    bool greatestFirst = false;

    bool hasFinite() const { return least <= greatest; }

    void add(double value)
    {
        if (!std::isfinite(value)) {
            nonFinite |= std::isnan(value) ? NaN : value > 0 ? PositiveInfinity : NegativeInfinity;
            return;
        }
        const bool isFirst = !hasFinite();
        if (value < least) {
            least = value;
            greatestFirst = !isFirst;
        }
        if (value > greatest) {
            greatest = value;
            greatestFirst = false;
        }
    }

    /// Adds a summary of later values. All of them must come after the values in this one.
    void add(const Extent &later)
    {
        nonFinite |= later.nonFinite;
        if (!later.hasFinite())
            return;
        const bool newLeast = later.least < least, newGreatest = later.greatest > greatest;
        if (newLeast && newGreatest)
            greatestFirst = later.greatestFirst;
        else if (newGreatest)
            greatestFirst = false;
        else if (newLeast)
            greatestFirst = true;
        least = newLeast ? later.least : least;
        greatest = newGreatest ? later.greatest : greatest;
    }

    bool operator==(const Extent &) const = default;
};

} // namespace lensboard::stats
