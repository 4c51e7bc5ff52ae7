#pragma once

#include <cstddef>
#include <string>

namespace lensboard::test {

constexpr std::size_t kVictimSeries = 5;
constexpr std::size_t kVictimKeeps = 1000; ///< ticks kept when thinning
constexpr std::size_t kClosedFrames = 1200; ///< of each file of a victim that closes files: chunks and a journal

inline std::string victimFile(std::size_t number)
{
    return "run" + std::to_string(number) + ".lbrun";
}

} // namespace lensboard::test
