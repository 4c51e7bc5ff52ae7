#pragma once

#include <cstdint>
#include <string>

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

/// "1 value", "2 values"
inline std::string counted(std::uint64_t count, const std::string &noun)
{
    return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

} // namespace lensboard::imports
