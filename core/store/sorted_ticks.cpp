#include "core/store/sorted_ticks.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lensboard::store {

SortedTicks::SortedTicks(std::span<const record::TickStamp> ticks) : newFrame(ticks.size())
{
    const auto place = [&](std::uint32_t frame) { return std::pair(ticks[frame].step, ticks[frame].tick); };
    std::vector<std::uint32_t> order(ticks.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return place(a) < place(b); });
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i == 0 || place(order[i]) != place(order[i - 1]))
            sorted.push_back(ticks[order[i]]);
        newFrame[order[i]] = static_cast<std::uint32_t>(sorted.size() - 1);
    }
}

} // namespace lensboard::store
