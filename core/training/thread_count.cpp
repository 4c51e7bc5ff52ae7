#include "core/training/thread_count.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <thread>

namespace lensboard::training {

int defaultThreadCount()
{
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

int useThreads(std::int64_t wanted)
{
    const int threads = wanted ? static_cast<int>(wanted) : defaultThreadCount();
    at::set_num_threads(threads);
    return threads;
}

} // namespace lensboard::training
