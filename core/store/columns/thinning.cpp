#include "core/store/columns/thinning.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lensboard::store {

namespace {

/// Selects the values to keep in one window of ticks.
class Extremes
{
public:
    void add(std::size_t number, double value)
    {
        if (std::isfinite(value)) {
            keep(kMin, number, value, [](double a, double b) { return a < b; });
            keep(kMax, number, value, [](double a, double b) { return a > b; });
        } else {
            keep(std::isnan(value) ? kNaN : value > 0 ? kInfinity : kNegativeInfinity, number, value, [](double, double) { return false; });
        }
    }

    void addNumbersTo(std::vector<std::size_t> &numbers) const
    {
        for (const auto &[isThere, number, value] : m_kept)
            if (isThere)
                numbers.push_back(number);
    }

private:
    enum Kind { kMin, kMax, kNaN, kInfinity, kNegativeInfinity, kKinds };

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

std::vector<std::size_t> extremes(std::span<const std::vector<PlacedValue>> together, std::uint32_t window)
{
    std::vector<std::size_t> kept;
    const std::vector<PlacedValue> &ticks = together.front();
    for (std::size_t begin = 0, end = 0; begin < ticks.size(); begin = end) {
        while (end < ticks.size() && ticks[end].frame / window == ticks[begin].frame / window)
            ++end;
        const std::size_t before = kept.size();
        for (const std::vector<PlacedValue> &values : together) {
            Extremes ofWindow;
            for (std::size_t number = begin; number < end; ++number)
                ofWindow.add(number, values[number].value);
            ofWindow.addNumbersTo(kept);
        }
        const auto ofThese = kept.begin() + static_cast<std::ptrdiff_t>(before);
        std::sort(ofThese, kept.end());
        kept.erase(std::unique(ofThese, kept.end()), kept.end());
    }
    return kept;
}

} // namespace lensboard::store
