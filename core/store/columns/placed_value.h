#pragma once

#include "core/record/frame.h"

#include <cstdint>

namespace lensboard::store {

class TickTable;

/// A value and the index of its tick.
struct PlacedValue
{
    std::uint32_t frame = 0;
    double value = 0;
    double wallSeconds = record::kTicksTime; ///< kTicksTime if it equals the tick's

    /// Returns the stamp of its tick, with the value's own time.
    record::TickStamp stamp(const TickTable &ticks) const;
};

} // namespace lensboard::store
