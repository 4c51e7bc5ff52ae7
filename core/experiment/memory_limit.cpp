#include "core/experiment/memory_limit.h"

#include "core/bytes/blanks.h"
#include "core/record/text_number.h"

#include <array>
#include <utility>

#include <unistd.h>

namespace lensboard::experiment {

double machineMemory()
{
    return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

std::optional<double> memoryLimit(std::string_view text)
{
    text = bytes::trimmed(text, " ");
    if (text.empty())
        return 0;
    const std::array<std::pair<std::string_view, double>, 7> units = {{{"%", machineMemory() / 100},
                                                                       {"GiB", 0x1p30},
                                                                       {"MiB", 0x1p20},
                                                                       {"TB", 1e12},
                                                                       {"GB", 1e9},
                                                                       {"MB", 1e6},
                                                                       {"kB", 1e3}}};
    for (const auto &[unit, bytes] : units)
        if (text.ends_with(unit)) {
            const auto number = record::numberFromText(bytes::trimmed(text.substr(0, text.size() - unit.size()), " "));
            const bool isShare = unit == "%";
            if (number && *number > 0 && *number <= (isShare ? 100 : 1e6))
                return *number * bytes;
        }
    return std::nullopt;
}

} // namespace lensboard::experiment
