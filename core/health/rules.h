#pragma once

#include "core/experiment/settings/health_settings.h"
#include "core/health/rule.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lensboard::health {

/// A signal without which a rule cannot say anything, and the lens that measures it; none if it comes by itself.
struct Need
{
    Signal signal;
    const char *lens;
    const char *layers = ""; ///< what their types begin with, if models without such layers are not judged
    std::optional<Signal> orElse = std::nullopt; ///< which will do as well
};

struct RuleKind
{
    const char *name;
    const char *help;
    std::vector<Need> needs;
    std::unique_ptr<Rule> (*make)(const experiment::Choice &settings); ///< those of this kind
};

/// All there are, in the order of settings::Rule.
std::span<const RuleKind> ruleKinds();
/// \p rule is a settings::Rule.
const RuleKind &kindOf(const experiment::Choice &rule);
/// The rules of these names as they are by default; all, if there are no names.
/// Errors: std::invalid_argument that names the nearest if there is no rule of a name.
std::vector<experiment::Choice> rulesNamed(const std::vector<std::string> &names);

} // namespace lensboard::health
