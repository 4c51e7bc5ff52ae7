#pragma once

#include "core/store/file/run_file_writer.h"
#include "tests/support/growing_run.h"

#include <filesystem>
#include <fstream>
#include <random>
#include <utility>

namespace lensboard::test {

// Rewards of 0 and 1. All such have the same ticks, and chunks of the same least and greatest values.

/// Writes the rewards as a CSV table.
inline void writeRewards(const std::filesystem::path &path, unsigned seed)
{
    std::ofstream file(path);
    std::mt19937 random(seed);
    file << "step,reward\n";
    for (int step = 1; step <= 5000; ++step)
        file << step << ',' << random() % 2 << '\n';
}

/// Writes the rewards as a run file, replacing an existing one; all have the same start time.
inline void saveRewards(const std::filesystem::path &path, unsigned seed)
{
    store::RunStore run(infoOf("rewards", record::RunStatus::Finished));
    addMadeSeries(run, 1);
    std::mt19937 random(seed);
    for (std::size_t i = 0; i < 5000; ++i) {
        record::Frame frame = madeFrame(i, 0);
        frame.values.push_back({0, static_cast<double>(random() % 2)});
        run.commit(std::move(frame));
    }
    std::filesystem::remove(path);
    store::saveRunCopy(run, path);
}

} // namespace lensboard::test
