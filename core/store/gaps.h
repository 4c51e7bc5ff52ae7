#pragma once

#include "core/store/run.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lensboard::store {

/// A stretch of an axis, without its end, in which a series was not measured.
struct Gap
{
    double begin = 0;
    double end = 0;

    bool contains(double x) const { return begin <= x && x < end; }

    bool operator==(const Gap &) const = default;
};

/// Steps at which a lens was switched on again, rising.
using SwitchedOn = std::vector<std::int64_t>;

/// Adds \p step where it belongs.
void add(SwitchedOn &steps, std::int64_t step);
/// Where \p series was measured again: where its lens, switched on at these steps, was, and where its own gaps end.
SwitchedOn withOwnGaps(const ColumnView &series, std::span<const std::int64_t> switchedOn);
/// Whether a lens was switched on after \p first and not after \p last: two measurements at these have a gap between them.
bool isGapBetween(std::int64_t first, std::int64_t last, std::span<const std::int64_t> switchedOn);

/// Where a series was not measured, rising: where its lens was off, and after its last value. What was measured stands
/// until the next measurement was due, as long as the one before it stood; so a series that is measured rarely has no
/// gaps between its values.
std::vector<Gap> gapsOf(const ColumnView &series, std::span<const std::int64_t> switchedOn, record::Axis axis);
std::vector<Gap> gapsOf(const Run &run, std::uint32_t series, std::span<const std::int64_t> switchedOn, record::Axis axis);
/// The same of measurements at \p ticks.
std::vector<Gap> gapsOf(const TickTable &ticks, std::span<const std::int64_t> switchedOn, record::Axis axis);

bool isWithin(std::span<const Gap> gaps, double x);

/// Returns for each of \p series the value nearest to \p x, the earlier of two; nullopt in a gap, before the first value and without values.
/// At infinity, the last.
std::vector<std::optional<StampedValue>> measuredAt(const Run &run, std::span<const std::uint32_t> series,
                                                    std::span<const std::int64_t> switchedOn, record::Axis axis, double x);

} // namespace lensboard::store
