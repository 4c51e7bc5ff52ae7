#pragma once

#include <cstdint>

namespace lensboard::imports {

/// Counts something of which the reader of a run is told when it first happens, and then whenever it has doubled.
struct Tally
{
    std::uint64_t count = 0;
    std::uint64_t told = 0;

    /// True if this is to be told now.
    bool takeNews()
    {
        if (count == told || count < 2 * told)
            return false;
        told = count;
        return true;
    }
};

} // namespace lensboard::imports
