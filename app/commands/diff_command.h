#pragma once

#include <string>
#include <vector>

namespace lensboard::app {

struct DiffOptions
{
    std::string first, second;
    std::vector<std::string> repeats; ///< paths of runs or folders
    double tolerance = 0;
    bool json = false;
};

/// `lensboard diff`: prints the settings that differ, and the first difference of the values with its step, layer and quantity. Returns kDone if
/// no value differs, kFound, or kBadInput.
int diff(const DiffOptions &options);

} // namespace lensboard::app
