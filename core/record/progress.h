#pragma once

#include <atomic>
#include <cstdint>
#include <stop_token>

namespace lensboard::record {

/// How far a long piece of work is, and a request to end it. Units: those of the work.
struct Progress
{
    std::stop_token stop;
    std::atomic<std::uint64_t> done = 0;
    std::atomic<std::uint64_t> total = 0; ///< 0: not known
};

} // namespace lensboard::record
