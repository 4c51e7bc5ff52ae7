#pragma once

#include <cstdint>

namespace lensboard::imports {

/// Counts something that is reported when it first happens, and then whenever the count has doubled.
struct Tally
{
    std::uint64_t count = 0;
    std::uint64_t reported = 0;

    /// True if it is to be reported now.
    bool takeNews()
    {
        if (count == reported || count < 2 * reported)
            return false;
        reported = count;
        return true;
    }
};

} // namespace lensboard::imports
