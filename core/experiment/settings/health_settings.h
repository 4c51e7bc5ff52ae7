#pragma once

#include "core/experiment/kind_settings.h"

#include <string>
#include <vector>

namespace lensboard::settings {

/// Returns all rules with default settings, in the order of settings::Rule.
std::vector<experiment::KindSettings> allRules();

/// The kind of training that rules assume, and reactions to findings. Each list of reactions has names of rules, or "warning" or "problem" for findings of that severity or above.
struct Health
{
    std::string trainingKind = "auto"; ///< a name of settings::kTrainingKinds, or "auto": found from evidence in the run
    std::vector<std::string> notify = {"problem"}; ///< by a desktop notification
    std::vector<std::string> checkpoint = {}, pause = {}, stop = {};
    std::vector<experiment::KindSettings> rules = {}; ///< rules (settings::Rule) with other settings than the default

    void describe(Fields &fields);
    /// Returns all enabled rules with their settings.
    std::vector<experiment::KindSettings> judging() const;
};

} // namespace lensboard::settings
