#include "core/experiment/settings/health_settings.h"

#include "core/experiment/settings/rule_settings.h"
#include "core/experiment/settings/training_kind.h"

#include <algorithm>
#include <utility>

namespace lensboard::settings {

using experiment::KindSettings;

namespace {

template <typename... Kinds>
std::vector<KindSettings> allOf(std::in_place_type_t<std::variant<Kinds...>>)
{
    return {KindSettings::of(Rule(Kinds()))...};
}

/// Returns the names that a list of reactions may have.
std::vector<std::string> triggers()
{
    std::vector<std::string> names = {"problem", "warning"};
    for (const Section &rule : OneOf<Rule>::sections())
        names.push_back(rule.kind);
    return names;
}

} // namespace

std::vector<KindSettings> allRules()
{
    static const std::vector<KindSettings> all = allOf(std::in_place_type<Rule>);
    return all;
}

void Health::describe(Fields &fields)
{
    std::vector<std::string> kinds = {"auto"};
    kinds.insert(kinds.end(), kTrainingKinds.begin(), kTrainingKinds.end());
    fields.visit({"training_kind", FieldType::Choice, {}, "kind of training that the rules assume; auto finds it from evidence in the run", std::move(kinds)}, trainingKind);
    const auto reaction = [&fields](const char *key, std::vector<std::string> &names, const char *help) {
        fields.visit({key, FieldType::ChoiceList, {}, help, triggers()}, names);
    };
    reaction("notify", notify, "findings of which rules the desktop shows; \"warning\" and \"problem\" are whatever is so severe, or more");
    reaction("checkpoint", checkpoint, "upon which a checkpoint is written");
    reaction("pause", pause, "upon which the training pauses; where nobody can go on with it, it does not");
    reaction("stop", stop, "upon which the training is stopped");
    Field field{"rules", FieldType::ObjectList, {}, "rules that are set otherwise than by default"};
    field.sections = OneOf<Rule>::sections();
    Json list = Json::array();
    for (const KindSettings &rule : rules)
        list.push_back(rule.settings);
    fields.visit(std::move(field), list);
    rules.clear();
    for (const Json &rule : list)
        rules.push_back(KindSettings::of(OneOf<Rule>::parsed(rule)));
}

std::vector<KindSettings> Health::judging() const
{
    std::vector<KindSettings> all = allRules();
    for (const KindSettings &set : rules)
        *std::ranges::find(all, set.kind, &KindSettings::kind) = set;
    std::erase_if(all, [](const KindSettings &rule) { return !rule.settings.at("enabled").get<bool>(); });
    return all;
}

} // namespace lensboard::settings
