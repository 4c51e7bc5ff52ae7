#pragma once

#include <ctime>

namespace lensboard::test {

/// Of the processor, whatever else it has to do: for ratios within a test.
inline double threadSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

} // namespace lensboard::test
