#pragma once

#include <string>
#include <vector>

namespace lensboard::app {

struct CheckOptions
{
    std::vector<std::string> paths;
    std::vector<std::string> rules;  ///< none: all
    std::string failOn = "problem"; ///< a severity
    bool json = false;
};

/// The rules that there are, as a list for people.
std::string ruleNames();

/// `lensboard check`: prints the findings of runs, worst first, and the lenses that would reveal more. Returns kDone, kFound if a
/// finding is at least as severe as \c failOn, or kBadInput.
int check(const CheckOptions &options);

} // namespace lensboard::app
