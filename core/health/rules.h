#pragma once

#include "core/experiment/settings/health_settings.h"
#include "core/health/rule.h"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lensboard::health {

/// A signal that a rule requires, and the lens that measures the signal; no lens if the signal is always recorded.
struct Need
{
    Signal signal;
    const char *lens;
    const char *layers = ""; ///< prefix of layer types; models without such layers are not judged
    std::optional<Signal> orElse = std::nullopt; ///< alternative signal
};

/// The most severe finding of a rule that can be believed, by TrainingKind. nullopt: the rule does not judge trainings of that kind.
using MostSevere = std::array<std::optional<Severity>, settings::kTrainingKinds.size()>;

struct RuleKind
{
    const char *name;
    const char *help;
    MostSevere mostSevere;
    std::vector<Need> needs;
    std::unique_ptr<Rule> (*make)(const experiment::KindSettings &settings); ///< creates a rule of this kind
};

/// Returns all kinds, in the order of settings::Rule.
std::span<const RuleKind> ruleKinds();
/// Returns the most severe finding of \p rule in trainings of \p kind; nullopt if the rule does not judge them.
inline std::optional<Severity> mostSevere(const RuleKind &rule, TrainingKind kind)
{
    return rule.mostSevere[static_cast<std::size_t>(kind)];
}
/// Returns the kind of \p rule. \p rule must hold a settings::Rule.
const RuleKind &kindOf(const experiment::KindSettings &rule);
/// Returns the rules of \p names with default settings; all rules if \p names is empty.
/// Errors: std::invalid_argument if a name is unknown; the message suggests the nearest name.
std::vector<experiment::KindSettings> rulesNamed(const std::vector<std::string> &names);

} // namespace lensboard::health
