#pragma once

#include "core/store/columns/column.h"
#include "core/store/run.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lensboard::store {

/// Replacement for consecutive chunks of a series.
struct ThinnedChunks
{
    std::uint32_t series = 0;
    std::uint32_t first = 0, last = 0; ///< numbers of the first and last replaced chunk
    std::vector<Chunk> chunks;         ///< the replacement, numbered from \c first on; only the last may be incomplete
    SeriesTally removed;               ///< tally of the removed values
};

/// Returns the indices of the values to keep. All series in \p together must have values at the same ticks. A window is \p window ticks,
/// counted from the first tick of the run. A tick is kept if a series has its minimum, its maximum, or the first NaN, +inf or -inf of the
/// window there. Thinning the result again changes nothing, so a run can be thinned in parts.
std::vector<std::size_t> extremes(std::span<const std::vector<PlacedValue>> together, std::uint32_t window);

} // namespace lensboard::store
