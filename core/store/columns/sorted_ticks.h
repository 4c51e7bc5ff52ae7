#pragma once

#include "core/store/columns/column.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace lensboard::store {

class Run;

/// The ticks of a run, sorted by step. An imported run may return to an earlier step; it then has several ticks at that step.
struct SortedTicks
{
    explicit SortedTicks(std::span<const record::TickStamp> ticks);
    /// Removes duplicate ticks: keeps as many ticks at a place (see place()) as a single series of \p run has values there.
    void dropUnused(const Run &run);

    std::vector<record::TickStamp> sorted;
    std::vector<std::uint32_t> newFrame; ///< for each tick, the index in sorted of the first tick at the same place
    std::vector<double> wallSeconds;     ///< of each tick, in the original order
};

/// Assigns sorted ticks to the values of one series. Call it once for each value, in order. Values at the same place get successive ticks
/// there.
class SortedPlaces
{
public:
    explicit SortedPlaces(const SortedTicks &ticks) : m_ticks(&ticks) {}

    /// Returns \p placed with its sorted tick number. Its time does not change. Its tick must be among the sorted ones.
    PlacedValue next(PlacedValue placed);
    std::uint32_t nextFrame(std::uint32_t frame);

private:
    const SortedTicks *m_ticks;
    std::uint32_t m_first = std::numeric_limits<std::uint32_t>::max(); ///< first tick at the place of the previous value
    std::uint32_t m_here = 0;
};

} // namespace lensboard::store
