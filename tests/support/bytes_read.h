#pragma once

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>

namespace lensboard::test {

/// Bytes read by this process so far, from the system's counter; includes reading the counter.
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
