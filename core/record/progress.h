#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <stop_token>

namespace lensboard::record {

/// Progress of a long operation, and a request to stop it. The operation defines the unit of done and total.
struct Progress
{
    std::stop_token stop;
    std::atomic<std::uint64_t> done = 0;
    std::atomic<std::uint64_t> total = 0; ///< 0: unknown
    /// An operation that can be continued may return after this time, with a part of its result.
    std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();

    /// Returns true after \ref until.
    bool isTimeOver() const { return std::chrono::steady_clock::now() >= until; }
};

} // namespace lensboard::record
