#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lensboard::app {

struct SweepOptions
{
    std::string experiment;
    std::vector<std::string> assignments; ///< as accepted by experiment::Sweep
    std::size_t random = 0; ///< number of random combinations; 0: all combinations
    std::uint64_t randomSeed = 0;
    int jobs = 1;
    std::string out; ///< folder for the runs; empty: a new folder in the default place
    bool printCommands = false; ///< prints the commands without training
    bool trustModel = false;
};

/// `lensboard sweep`: trains an experiment with all combinations of values, each like `lensboard train` in its own process and
/// run file. Called again, it continues with unfinished runs. Ctrl-C stops all after their batches, a second Ctrl-C stops at
/// once.
int sweep(const SweepOptions &options);

} // namespace lensboard::app
