#pragma once

#include <atomic>
#include <cstdint>
#include <stop_token>

namespace lensboard::record {

/// Progress of a long operation, and a request to stop it. The operation defines the unit of done and total.
struct Progress
{
    std::stop_token stop;
    std::atomic<std::uint64_t> done = 0;
    std::atomic<std::uint64_t> total = 0; ///< 0: unknown
};

} // namespace lensboard::record
