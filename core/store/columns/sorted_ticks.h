#pragma once

#include "core/store/columns/column.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace lensboard::store {

class Run;

/// The ticks of a run in the order of their steps: what is imported may come back to earlier steps, and has a tick of
/// its own for each time that it was at one.
struct SortedTicks
{
    explicit SortedTicks(std::span<const record::TickStamp> ticks);
    /// Of ticks that share a place, leaves as many as the series of \p run have values there.
    void dropUnused(const Run &run);

    std::vector<record::TickStamp> sorted;
    std::vector<std::uint32_t> newFrame; ///< of each tick: the first at its place
    std::vector<double> wallSeconds;     ///< of each tick
};

/// Where the values of one series stand among sorted ticks. They are asked about in their order, each once; those that
/// share a place stand in one tick after the other there.
class SortedPlaces
{
public:
    explicit SortedPlaces(const SortedTicks &ticks) : m_ticks(&ticks) {}

    /// \p placed is at a tick that was sorted. It keeps its time.
    PlacedValue next(PlacedValue placed);
    std::uint32_t nextFrame(std::uint32_t frame);

private:
    const SortedTicks *m_ticks;
    std::uint32_t m_first = std::numeric_limits<std::uint32_t>::max(); ///< at the place of the one before
    std::uint32_t m_here = 0;
};

} // namespace lensboard::store
