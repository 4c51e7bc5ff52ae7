#pragma once

#include "core/store/run.h"

#include <cstddef>
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

/// Of series with values at the same ticks, the numbers of those values that stay: of every \p window ticks, counted from the run's first,
/// those at which a series has its least or greatest value, or the first of a kind that is not finite. To thin what was thinned changes
/// nothing, so it can be done in parts.
std::vector<std::size_t> extremes(std::span<const std::vector<PlacedValue>> together, std::uint32_t window);

} // namespace lensboard::store
