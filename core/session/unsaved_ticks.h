#pragma once

#include "core/record/frame.h"
#include "core/record/message.h"

#include <cstddef>
#include <string>

namespace lensboard::session {

/// Ticks of a run that are in memory but not in its file.
struct UnsavedTicks
{
    std::size_t count = 0;
    record::TickStamp first = {}; ///< of the oldest tick
    record::Message why = {};         ///< the error of the last write; empty if there was none

    bool isAny() const { return count > 0 || !why.empty(); }
};

} // namespace lensboard::session
