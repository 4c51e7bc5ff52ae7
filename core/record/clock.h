#pragma once

#include <chrono>
#include <ctime>

namespace lensboard::record {

/// Seconds since 1970-01-01 UTC.
inline double wallSeconds()
{
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// Returns the processor time in seconds that the calling thread has used.
inline double threadSeconds()
{
    timespec taken = {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &taken);
    return static_cast<double>(taken.tv_sec) + 1e-9 * static_cast<double>(taken.tv_nsec);
}

} // namespace lensboard::record
