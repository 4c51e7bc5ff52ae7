#include "core/training/thread_count.h"

#include <algorithm>
#include <thread>

namespace lensboard::training {

int defaultThreadCount()
{
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

} // namespace lensboard::training
