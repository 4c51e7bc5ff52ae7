#include "core/store/gaps.h"

#include "core/store/columns/column_range.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <ranges>

namespace lensboard::store {

using record::Axis;
using record::TickStamp;

namespace {

/// Access to the measurements of a series by number.
struct Measurements
{
    std::size_t count = 0;
    std::function<std::size_t(std::int64_t step)> countBefore;
    std::function<double(std::size_t number)> place; ///< on the axis
};

/// Returns when the measurement after \p number was due; nullopt if there is none before \p number, or if a gap is between the two.
std::optional<double> due(const Measurements &measured, const std::vector<std::size_t> &afterGaps, std::size_t number, Axis axis)
{
    if (number == 0 || std::ranges::binary_search(afterGaps, number))
        return std::nullopt;
    const double here = measured.place(number), stood = here - measured.place(number - 1);
    return here + std::max(stood, axis == Axis::WallTime ? 0.0 : 1.0); // several ticks may be in the same epoch
}

std::vector<Gap> gapsOf(const Measurements &measured, std::span<const std::int64_t> switchedOn, Axis axis)
{
    std::vector<std::size_t> afterGaps; ///< numbers of the first measurement after each gap
    for (const std::int64_t step : switchedOn)
        if (const std::size_t number = measured.countBefore(step); number > 0 && number < measured.count)
            afterGaps.push_back(number);
    afterGaps.erase(std::unique(afterGaps.begin(), afterGaps.end()), afterGaps.end());
    std::vector<Gap> gaps;
    for (const std::size_t number : afterGaps) {
        const double atOnce = std::nextafter(measured.place(number - 1), std::numeric_limits<double>::infinity());
        const Gap gap{std::max(atOnce, due(measured, afterGaps, number - 1, axis).value_or(atOnce)), measured.place(number)};
        if (gap.begin < gap.end)
            gaps.push_back(gap);
    }
    if (measured.count > 0)
        if (const auto end = due(measured, afterGaps, measured.count - 1, axis))
            gaps.push_back({std::nextafter(*end, std::numeric_limits<double>::infinity()), std::numeric_limits<double>::infinity()});
    return gaps;
}

/// Returns the position of value \p number. It must exist. Fast near both ends.
double placeOf(const ColumnView &series, std::size_t number, Axis axis)
{
    const auto &chunks = series.column.chunks();
    const auto at = [&](std::size_t chunk, std::size_t i) {
        return xOf(series, with(ChunkPart::Places, series, series.column.chunk(chunk)), i, axis);
    };
    if (number < series.column.size() / 2) {
        std::size_t chunk = 0;
        for (; number >= chunks[chunk].size(); ++chunk)
            number -= chunks[chunk].size();
        return at(chunk, number);
    }
    std::size_t begin = series.column.size(), chunk = chunks.size();
    while (begin > number)
        begin -= chunks[--chunk].size();
    return at(chunk, number - begin);
}

} // namespace

void add(SwitchedOn &steps, std::int64_t step)
{
    steps.insert(std::ranges::upper_bound(steps, step), step);
}

SwitchedOn withOwnGaps(const ColumnView &series, std::span<const std::int64_t> switchedOn)
{
    SwitchedOn all;
    std::ranges::merge(switchedOn, series.resumed, std::back_inserter(all));
    return all;
}

bool isGapBetween(std::int64_t first, std::int64_t last, std::span<const std::int64_t> switchedOn)
{
    const auto on = std::ranges::upper_bound(switchedOn, first);
    return on != switchedOn.end() && *on <= last;
}

std::vector<Gap> gapsOf(const ColumnView &series, std::span<const std::int64_t> given, Axis axis)
{
    const SwitchedOn switchedOn = withOwnGaps(series, given);
    const ColumnView placed = switchedOn.empty() ? along(series, axis) : series; // the steps of a switch refer to values in step order
    const Measurements measured{placed.column.size(),
                                [&](std::int64_t step) { return countBefore(placed, Axis::Step, static_cast<double>(step)); },
                                [&](std::size_t number) { return placeOf(placed, number, axis); }};
    return gapsOf(measured, switchedOn, axis);
}

std::vector<Gap> gapsOf(const Run &run, std::uint32_t series, std::span<const std::int64_t> switchedOn, Axis axis)
{
    std::vector<Gap> gaps;
    run.visit({&series, 1}, [&](auto columns, auto &) { gaps = gapsOf(columns.front(), switchedOn, axis); });
    return gaps;
}

std::vector<Gap> gapsOf(const TickTable &ticks, std::span<const std::int64_t> switchedOn, Axis axis)
{
    const auto countBefore = [&](std::int64_t step) {
        const auto numbers = std::views::iota(std::size_t{0}, ticks.size());
        return static_cast<std::size_t>(std::ranges::lower_bound(numbers, step, {}, [&](std::size_t i) { return ticks[i].step; }) - numbers.begin());
    };
    const Measurements measured{ticks.size(), countBefore, [&](std::size_t number) { return coordinate(ticks[number], axis); }};
    return gapsOf(measured, switchedOn, axis);
}

bool isWithin(std::span<const Gap> gaps, double x)
{
    return std::ranges::any_of(gaps, [x](const Gap &gap) { return gap.contains(x); });
}

std::vector<std::optional<StampedValue>> measuredAt(const Run &run, std::span<const std::uint32_t> series,
                                                    std::span<const std::int64_t> switchedOn, Axis axis, double x)
{
    std::vector<std::optional<StampedValue>> values;
    run.visit(series, [&](auto columns, auto &ticks) {
        for (const ColumnView &column : columns) {
            const auto gaps = std::isfinite(x) ? gapsOf(column, switchedOn, axis) : std::vector<Gap>();
            const auto next = placeAfter(column, axis, x);
            const bool isGap = isWithin(gaps, x), isGapNext = next && std::ranges::any_of(gaps, [&](const Gap &gap) { return x < gap.begin && gap.end <= *next; });
            const auto placed = isGap ? std::nullopt : isGapNext ? valueAt(column, axis, x) : nearestValue(column, axis, x);
            values.push_back(placed ? std::optional(StampedValue{placed->stamp(ticks), placed->value}) : std::nullopt);
        }
    });
    return values;
}

} // namespace lensboard::store
