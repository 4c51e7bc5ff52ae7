#pragma once

#include <map>
#include <string>

namespace lensboard::health {

/// Returns the duration of a step, given \p parts by the labels of the lens StepTime. Watching is included in the other parts.
inline double stepSeconds(const std::map<std::string, double> &parts)
{
    double seconds = 0;
    for (const auto &[label, part] : parts)
        seconds += label == "watching" ? 0 : part;
    return seconds;
}

} // namespace lensboard::health
