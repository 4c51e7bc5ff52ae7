#pragma once

#include "core/experiment/choice.h"

#include <string>
#include <vector>

namespace lensboard::settings {

/// Each rule as it is by default, in the order of settings::Rule.
std::vector<experiment::Choice> allRules();

/// Reactions to findings. Each list has names of rules, or "warning" or "problem" for findings of that severity or above.
struct Health
{
    std::vector<std::string> notify = {"problem"}; ///< by a desktop notification
    std::vector<std::string> checkpoint = {}, pause = {}, stop = {};
    std::vector<experiment::Choice> rules = {}; ///< each a settings::Rule, that are set otherwise than by default

    void describe(Fields &fields);
    /// All rules that judge, as they are set.
    std::vector<experiment::Choice> judging() const;
};

} // namespace lensboard::settings
