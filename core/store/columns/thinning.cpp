#include "core/store/columns/thinning.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lensboard::store {

namespace {

/// Of the ticks of one window, the numbers of those values that are kept.
class Extremes
{
public:
    void add(std::size_t number, double value)
    {
        if (std::isfinite(value)) {
            keep(kLeast, number, value, [](double a, double b) { return a < b; });
            keep(kGreatest, number, value, [](double a, double b) { return a > b; });
        } else {
            keep(std::isnan(value) ? kNaN : value > 0 ? kInfinity : kNegativeInfinity, number, value, [](double, double) { return false; });
        }
    }

    /// In the order in which they came.
    std::vector<std::size_t> numbers() const
    {
        std::vector<std::size_t> kept;
        for (const auto &[isThere, number, value] : m_kept)
            if (isThere && std::ranges::find(kept, number) == kept.end())
                kept.push_back(number);
        std::ranges::sort(kept);
        return kept;
    }

private:
    enum Kind { kLeast, kGreatest, kNaN, kInfinity, kNegativeInfinity, kKinds };

    struct Kept
    {
        bool isThere = false;
        std::size_t number = 0;
        double value = 0;
    };

    template <typename IsMore>
    void keep(Kind kind, std::size_t number, double value, const IsMore &isMore)
    {
        Kept &kept = m_kept[kind];
        if (!kept.isThere || isMore(value, kept.value))
            kept = {true, number, value};
    }

    std::array<Kept, kKinds> m_kept;
};

} // namespace

std::vector<PlacedValue> thinned(std::span<const PlacedValue> values, std::uint32_t window)
{
    std::vector<PlacedValue> kept;
    for (std::size_t begin = 0; begin < values.size();) {
        Extremes extremes;
        std::size_t end = begin;
        for (; end < values.size() && values[end].frame / window == values[begin].frame / window; ++end)
            extremes.add(end, values[end].value);
        for (const std::size_t number : extremes.numbers())
            kept.push_back(values[number]);
        begin = end;
    }
    return kept;
}

} // namespace lensboard::store
