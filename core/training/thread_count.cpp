#include "core/training/thread_count.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>
#include <thread>

namespace lensboard::training {

namespace {

/// For trainings that share a machine.
int chosenThreadCount(int processes)
{
    const char *variable = std::getenv("OMP_NUM_THREADS");
    const std::string_view text = variable ? variable : "";
    int threads = 0; // of a list, as OpenMP takes it, the first
    std::from_chars(text.data(), text.data() + text.size(), threads);
    return threads > 0 ? std::min(threads, defaultThreadCount()) : std::max(1, defaultThreadCount() / processes);
}

} // namespace

int defaultThreadCount()
{
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

int useThreads(std::int64_t wanted, int processes)
{
    const int threads = wanted ? static_cast<int>(wanted) : chosenThreadCount(processes);
    at::set_num_threads(threads);
    return threads;
}

} // namespace lensboard::training
