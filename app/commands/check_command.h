#pragma once

#include "core/import/tables/row_reading.h"

#include <string>
#include <vector>

namespace lensboard::app {

struct CheckOptions
{
    std::vector<std::string> paths;
    std::vector<std::string> rules;  ///< empty: all
    std::string failOn = "problem"; ///< a severity
    std::string kind = {}; ///< name of a settings::TrainingKind; empty: found from evidence in the run
    bool json = false;
    imports::RoleChoice columns = {}; ///< of a table
};

/// Returns the names of all rules, for the help text.
std::string ruleNames();

/// `lensboard check`: prints the findings of runs, worst first, and the lenses that would reveal more. Returns kDone, kFound if a
/// finding is at least as severe as \c failOn, or kBadInput.
int check(const CheckOptions &options);

} // namespace lensboard::app
