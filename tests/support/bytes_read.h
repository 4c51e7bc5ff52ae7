#pragma once

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>

namespace lensboard::test {

/// By this process until now, as the system counts them; the look at the counter is among them.
inline std::uint64_t bytesRead()
{
    std::ifstream counters("/proc/self/io");
    std::string name;
    std::uint64_t bytes = 0;
    if (!(counters >> name >> bytes) || name != "rchar:")
        throw std::runtime_error("/proc/self/io does not tell what was read");
    return bytes;
}

} // namespace lensboard::test
