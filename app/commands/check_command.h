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

/// `lensboard check`: prints what is wrong with runs, the worst first, and which lenses would tell more. Returns kDone, kFound if
/// something is at least as severe as \c failOn, or kBadInput.
int check(const CheckOptions &options);

} // namespace lensboard::app
