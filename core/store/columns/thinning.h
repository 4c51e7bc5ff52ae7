#pragma once

#include "core/store/run.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lensboard::store {

/// What is left of some chunks of a series that followed each other.
struct ThinnedChunks
{
    std::uint32_t series = 0;
    std::uint32_t first = 0, last = 0; ///< the numbers of the first and last chunk that there were
    std::vector<Chunk> chunks;         ///< that stand for them, numbered from \c first on; full but for the last one
    SeriesTally removed;               ///< what is not among these
};

/// Of every \p window ticks, counted from the run's first, the values that a min-max pyramid shows: the least, the greatest and the
/// first of each kind that is not finite, at their ticks. To thin what was thinned changes nothing, so it can be done in parts.
std::vector<PlacedValue> thinned(std::span<const PlacedValue> values, std::uint32_t window);

} // namespace lensboard::store
