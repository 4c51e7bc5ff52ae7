#include "widgets/views/state/tick_extent.h"

#include "core/store/columns/trace.h"

#include <algorithm>
#include <cmath>
#include <ranges>
#include <utility>

namespace lensboard::widgets {

using record::Axis;

/// Ignores a tick without a time.
void TickExtent::add(double place)
{
    if (!std::isfinite(place) || (m_axis == Axis::WallTime && place == 0))
        return;
    m_extent = m_extent ? Stretch{std::min(m_extent->low, place), std::max(m_extent->high, place)} : Stretch{place, place};
}

std::optional<Stretch> TickExtent::update(const store::Run &run, Axis axis, std::span<const std::uint32_t> lines)
{
    const bool isTime = axis == Axis::WallTime;
    run.visit(isTime ? lines : std::span<const std::uint32_t>(), [&](auto columns, const store::TickTable &ticks) {
        if (std::exchange(m_axis, axis) != axis || ticks.size() < m_read) {
            m_read = 0;
            m_extent.reset();
        }
        const bool rises = axis == Axis::Step || axis == Axis::Tick; // the two end ticks are sufficient
        if (rises && m_read == 0 && !ticks.empty())
            add(coordinate(ticks[0], axis));
        for (std::size_t i = rises && !ticks.empty() ? ticks.size() - 1 : m_read; i < ticks.size(); ++i)
            add(coordinate(ticks[i], axis));
        m_read = ticks.size();
        for (const store::ColumnView &column : columns)
            if (std::ranges::any_of(column.column.chunks(), &store::Chunk::hasTimes)) // other values use their ticks' times
                if (const auto span = store::spanOf(column, axis)) {
                    add(coordinate(span->first, axis));
                    add(coordinate(span->second, axis));
                }
    });
    return m_extent;
}

std::optional<double> nearestTick(const store::Run &run, Axis axis, double place)
{
    std::optional<double> nearest;
    run.visit({}, [&](auto, const store::TickTable &ticks) {
        const auto placeOf = [&](std::size_t i) { return coordinate(ticks[i], axis); };
        const auto numbers = std::views::iota(std::size_t{0}, ticks.size());
        const auto after = static_cast<std::size_t>(std::ranges::upper_bound(numbers, place, {}, placeOf) - numbers.begin());
        for (const std::size_t i : {after - 1, after})
            if (i < ticks.size() && (!nearest || std::abs(placeOf(i) - place) < std::abs(*nearest - place)))
                nearest = placeOf(i);
    });
    return nearest;
}

} // namespace lensboard::widgets
