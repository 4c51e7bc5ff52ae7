#pragma once

#include <filesystem>
#include <fstream>
#include <random>

namespace lensboard::test {

/// A table of 5000 rewards of 0 and 1. All such have the same ticks, and chunks of the same least and greatest values.
inline void writeRewards(const std::filesystem::path &path, unsigned seed)
{
    std::ofstream file(path);
    std::mt19937 random(seed);
    file << "step,reward\n";
    for (int step = 1; step <= 5000; ++step)
        file << step << ',' << random() % 2 << '\n';
}

} // namespace lensboard::test
