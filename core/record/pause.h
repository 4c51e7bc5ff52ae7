#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace lensboard::record {

/// Waits for \p time; only until \p stop is requested.
inline void pause(const std::stop_token &stop, std::chrono::milliseconds time)
{
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    wake.wait_for(lock, stop, time, [] { return false; });
}

} // namespace lensboard::record
