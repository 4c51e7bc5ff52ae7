#pragma once

#include <chrono>

namespace lensboard::record {

/// Seconds since 1970-01-01 UTC.
inline double wallSeconds()
{
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

} // namespace lensboard::record
