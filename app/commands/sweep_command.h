#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lensboard::app {

struct SweepOptions
{
    std::string experiment;
    std::vector<std::string> assignments; ///< as experiment::Sweep takes them
    std::size_t random = 0; ///< how many combinations are chosen; 0: all are taken
    std::uint64_t randomSeed = 0;
    int jobs = 1;
    std::string out; ///< the folder for runs; empty: one where runs go
    bool printCommands = false; ///< and train nothing
    bool trustModel = false;
};

/// `lensboard sweep`: trains an experiment with all combinations of values, each like `lensboard train` in its own process and
/// run file. Called again, it continues with unfinished runs. Ctrl-C stops all after their batches, a second Ctrl-C stops at
/// once.
int sweep(const SweepOptions &options);

} // namespace lensboard::app
