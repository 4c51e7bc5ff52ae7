#pragma once

#include "core/store/columns/trace.h"
#include "core/store/run.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lensboard::store {

/// A range of an axis, end excluded, without measurements of a series.
struct Gap
{
    double begin = 0;
    double end = 0;

    bool contains(double x) const { return begin <= x && x < end; }

    bool operator==(const Gap &) const = default;
};

/// Steps of switching a lens on again, in ascending order.
using SwitchedOn = std::vector<std::int64_t>;

/// Inserts \p step in order.
void add(SwitchedOn &steps, std::int64_t step);
/// Returns the steps that end a gap of \p series: the given steps of its lens, and the ends of the series' own gaps.
SwitchedOn withOwnGaps(const ColumnView &series, std::span<const std::int64_t> switchedOn);
/// Returns true if a lens was switched on after \p first and not after \p last, so that two measurements at these steps have a gap between
/// them.
bool isGapBetween(std::int64_t first, std::int64_t last, std::span<const std::int64_t> switchedOn);

/// Returns the gaps of a series in ascending order: while its lens was off, and after its last value. A value holds until the next
/// measurement is due: for as long as the previous value held. So a rarely measured series has no gaps between its values.
std::vector<Gap> gapsOf(const ColumnView &series, std::span<const std::int64_t> switchedOn, record::Axis axis);
std::vector<Gap> gapsOf(const Run &run, std::uint32_t series, std::span<const std::int64_t> switchedOn, record::Axis axis);
/// Returns the gaps of measurements at \p ticks.
std::vector<Gap> gapsOf(const TickTable &ticks, std::span<const std::int64_t> switchedOn, record::Axis axis);

bool isWithin(std::span<const Gap> gaps, double x);

/// Returns for each of \p series the value nearest to \p x, the earlier of two; nullopt in a gap, before the first value and without values.
/// If \p x is infinity, returns the last values.
std::vector<std::optional<StampedValue>> measuredAt(const Run &run, std::span<const std::uint32_t> series,
                                                    std::span<const std::int64_t> switchedOn, record::Axis axis, double x);

} // namespace lensboard::store
