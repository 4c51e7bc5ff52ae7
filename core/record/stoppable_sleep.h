#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <stop_token>

namespace lensboard::record {

/// Blocks for \p time, or until \p stop is requested.
inline void sleepUnlessStopped(const std::stop_token &stop, std::chrono::milliseconds time)
{
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    wake.wait_for(lock, stop, time, [] { return false; });
}

/// Calls \p work every \p time until \p stop is requested. Calls \p onError with each exception of \p work, and continues: the next call
/// may succeed. Ignores exceptions of \p onError: there may be no memory left to report an error.
template <typename Work, typename OnError>
void repeat(const std::stop_token &stop, std::chrono::milliseconds time, const Work &work, const OnError &onError)
{
    for (; !stop.stop_requested(); sleepUnlessStopped(stop, time))
        try {
            work();
        } catch (const std::exception &error) {
            try {
                onError(error);
            } catch (const std::exception &) {
            }
        }
}

} // namespace lensboard::record
