#pragma once

#include "core/health/rule.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lensboard::health {

/// A signal without which a rule cannot say anything, and the lens that measures it; none if it comes by itself.
struct Need
{
    Signal signal;
    const char *lens;
};

struct RuleKind
{
    const char *name;
    const char *help; ///< a pattern, see record/message.h
    std::vector<Need> needs;
    std::unique_ptr<Rule> (*make)();
};

/// All there are, by what they judge.
std::span<const RuleKind> ruleKinds();
/// Errors: std::invalid_argument that names the nearest if there is no rule \p name.
const RuleKind &ruleKind(const std::string &name);

} // namespace lensboard::health
