#pragma once

#include "core/experiment/choice.h"

#include <string>
#include <vector>

namespace lensboard::settings {

/// Returns all rules with default settings, in the order of settings::Rule.
std::vector<experiment::Choice> allRules();

/// The kind of training that rules assume, and reactions to findings. Each list of reactions has names of rules, or "warning" or "problem" for findings of that severity or above.
struct Health
{
    std::string trainingKind = "auto"; ///< a name of settings::kTrainingKinds, or "auto": found from evidence in the run
    std::vector<std::string> notify = {"problem"}; ///< by a desktop notification
    std::vector<std::string> checkpoint = {}, pause = {}, stop = {};
    std::vector<experiment::Choice> rules = {}; ///< rules (settings::Rule) with other settings than the default

    void describe(Fields &fields);
    /// Returns all enabled rules with their settings.
    std::vector<experiment::Choice> judging() const;
};

} // namespace lensboard::settings
