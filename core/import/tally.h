#pragma once

#include <cstdint>

namespace lensboard::imports {

/// A counter that is reported at the first occurrence, and again whenever the count has doubled.
struct Tally
{
    std::uint64_t count = 0;
    std::uint64_t reported = 0;

    /// Returns true if the count must be reported now.
    bool takeNews()
    {
        if (count == reported || count < 2 * reported)
            return false;
        reported = count;
        return true;
    }
};

} // namespace lensboard::imports
