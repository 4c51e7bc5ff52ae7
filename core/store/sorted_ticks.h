#pragma once

#include "core/record/frame.h"

#include <span>
#include <vector>

namespace lensboard::store {

/// The ticks of a run in the order of their steps, each once, and where each of its frames went: what is imported may
/// come back to earlier steps.
struct SortedTicks
{
    explicit SortedTicks(std::span<const record::TickStamp> ticks);

    std::vector<record::TickStamp> sorted;
    std::vector<std::uint32_t> newFrame;
};

} // namespace lensboard::store
