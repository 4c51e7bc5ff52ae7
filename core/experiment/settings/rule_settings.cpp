#include "core/experiment/settings/rule_settings.h"

#include "core/bytes/words.h"
#include "core/record/message.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lensboard::settings {

namespace {

struct FormerLimits
{
    std::string_view kind;
    std::string_view keys; ///< separated by blanks
};

constexpr std::array kFormerLimits = {
    FormerLimits{"NotFinite", "most_skipped most_returns"},
    FormerLimits{"LossDiverging", "most_of_start most_of_guessing far_above_guessing lost noises"},
    FormerLimits{"LossSpike", "noises of_median of_fallen warm_up far_above_start"},
    FormerLimits{"LossNotDecreasing", "least_fall least_best_fall noises of_guessing least_values least_validations least_steps good_accuracy"},
    FormerLimits{"Plateau", "least_fall of_noise note_level warning_level killed_level killed_share killed_values least_values least_steps"},
    FormerLimits{"Oscillation", "opposed least_level problem_level"},
    FormerLimits{"LearningRateTooLow", "tiny_update small_update problem_update least_level stay_level agreeing least_gradient steady noiseless steady_level most_steady_level least_values least_steps long_steps"},
    FormerLimits{"UpdateRatio", "large problem small usual tiny_gradient long_step least_level"},
    FormerLimits{"VanishingGradient", "ratio problem_ratio least_rms least_level"},
    FormerLimits{"ExplodingGradient", "ratio of_weights problem_of_weights growth least_level"},
    FormerLimits{"NoGradient", "least_ticks"},
    FormerLimits{"LayerFrozen", "least_ticks"},
    FormerLimits{"DeadUnits", "many whole grown growth silent"},
    FormerLimits{"Saturation", "outputs problem_outputs units least_level"},
    FormerLimits{"RankCollapse", "of_start few least_start least_level"},
    FormerLimits{"BadInitialisation", "ratio problem_ratio few_directions least_rank"},
    FormerLimits{"InputsNotNormalised", "mean large small"},
    FormerLimits{"TargetsNotNormalised", "mean large small"},
    FormerLimits{"ClassImbalance", "share least_gain others least_values"},
    FormerLimits{"ClippingAlwaysActive", "share ratio warning_ratio least_ticks"},
    FormerLimits{"BatchNormSamples", "few"},
    FormerLimits{"BatchNormDrift", "warning problem"},
    FormerLimits{"ProbabilitiesAsLogits", "share"},
    FormerLimits{"Overfitting", "note warning problem of_start train_fall gap train_share least_after"},
    FormerLimits{"ValidationNoBetterThanGuessing", "share best learnt least problem least_train"},
    FormerLimits{"TrainingNoise", "accuracy_gap loss_share least_level validations"},
    FormerLimits{"DataStarvation", "share"},
};

bool isFormerLimit(std::string_view kind, std::string_view key)
{
    const auto of = std::ranges::find(kFormerLimits, kind, &FormerLimits::kind);
    return of != kFormerLimits.end() && bytes::hasWord(of->keys, key);
}

} // namespace

void rules::FactRule::describe(Fields &fields)
{
    fields.flag("enabled", enabled, "whether the rule judges");
}

void rules::LimitRule::describe(Fields &fields)
{
    fields.flag("enabled", enabled, "whether the rule judges");
    fields.choice("sensitivity", sensitivity, kSensitivities, "low: findings take twice as much as usual; high: half as much");
}

std::vector<record::Message> removeFormerLimits(Json &experiment)
{
    std::vector<record::Message> messages;
    const Json::json_pointer place("/health/rules");
    if (!experiment.is_object() || !experiment.contains(place) || !experiment[place].is_array())
        return messages;
    Json &rules = experiment[place];
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const Json kind = rules[i].is_object() ? rules[i].value("kind", Json()) : Json();
        if (!kind.is_string())
            continue;
        for (auto entry = rules[i].begin(); entry != rules[i].end();) {
            if (!isFormerLimit(kind.get<std::string>(), entry.key())) {
                ++entry;
                continue;
            }
            messages.push_back(record::message("health.rules.%1.%2 is ignored: limits of rules are no longer settings. Set \"sensitivity\" to \"low\" or \"high\" instead.",
                                               i, entry.key()));
            entry = rules[i].erase(entry);
        }
    }
    return messages;
}

} // namespace lensboard::settings
