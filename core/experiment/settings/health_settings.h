#pragma once

#include "core/experiment/choice.h"

#include <string>
#include <vector>

namespace lensboard::settings {

/// Returns all rules with default settings, in the order of settings::Rule.
std::vector<experiment::Choice> allRules();

/// Reactions to findings. Each list has names of rules, or "warning" or "problem" for findings of that severity or above.
struct Health
{
    std::vector<std::string> notify = {"problem"}; ///< by a desktop notification
    std::vector<std::string> checkpoint = {}, pause = {}, stop = {};
    std::vector<experiment::Choice> rules = {}; ///< rules (settings::Rule) with other settings than the default

    void describe(Fields &fields);
    /// Returns all enabled rules with their settings.
    std::vector<experiment::Choice> judging() const;
};

} // namespace lensboard::settings
