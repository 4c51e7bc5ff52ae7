#include "core/experiment/settings/rule_settings.h"

#include <utility>

namespace lensboard::settings {

namespace rules {

void AnyRule::describeEnabled(Fields &fields)
{
    fields.flag("enabled", enabled, "whether the rule judges");
}

void NotFinite::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("most_skipped", mostSkipped, 0, 1, "share of ticks at which gradients alone may be so: skipped steps of mixed precision");
    fields.whole("most_returns", mostReturns, 0, kMany, "so often a loss may come back to finite numbers; more is a loss that is not measured everywhere");
}

void LossDiverging::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("most_of_start", mostOfStart, 1, kMany, "problem above so many times the loss at the start");
    fields.number("most_of_guessing", mostOfGuessing, 1, kMany, "warning above so many times the cross entropy of guessing");
    fields.number("far_above_guessing", farAboveGuessing, 1, kMany, "problem above so many times the cross entropy of guessing");
    fields.number("lost", lost, 0, 1, "share of what the loss had fallen that it may rise again");
    fields.number("noises", noises, 0, kMany, "least fall before that counts, in standard deviations of the noise");
}

void LossSpike::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("noises", noises, 0, kMany, "least height above the median of the last five, in standard deviations of the noise");
    fields.number("of_median", ofMedian, 0, kMany, "least height by that median");
    fields.number("of_fallen", ofFallen, 0, kMany, "least height by what the loss had fallen");
    fields.whole("warm_up", warmUp, 0, kMany, "values at the start that are not judged");
    fields.number("far_above_start", farAboveStart, 1, kMany, "warning above so many times the loss at the start");
}

void LossNotDecreasing::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("least_fall", leastFall, 0, 1, "least fall of the last two fifths, by the start");
    fields.number("least_best_fall", leastBestFall, 0, 1, "least fall of the best five values, by the start");
    fields.number("noises", noises, 0, kMany, "and in standard deviations of the noise");
    fields.number("of_guessing", ofGuessing, 0, 1, "share of guessing's loss above which nothing is learnt");
    fields.whole("least_values", leastValues, 1, kMany, "values before it is judged");
    fields.whole("least_validations", leastValidations, 1, kMany, "or validations");
    fields.whole("least_steps", leastSteps, 0, kMany, "steps before it is judged");
    fields.number("good_accuracy", goodAccuracy, 0, 1, "accuracy above which the loss need not fall");
}

void Plateau::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("least_fall", leastFall, 0, 1, "least fall of the last quarter, by the start");
    fields.number("of_noise", ofNoise, 0, kMany, "and by the noise");
    fields.number("note_level", noteLevel, 0, 1, "note above this share of the start");
    fields.number("warning_level", warningLevel, 0, 1, "warning above this share of the start");
    fields.number("killed_level", killedLevel, 0, 1, "level above which a rate that was lowered too far counts");
    fields.number("killed_share", killedShare, 0, 1, "share of the run with next to no learning rate that is a warning");
    fields.whole("killed_values", killedValues, 1, kMany, "values before that is judged");
    fields.whole("least_values", leastValues, 1, kMany, "values before it is judged");
    fields.whole("least_steps", leastSteps, 0, kMany, "steps before it is judged");
}

void Oscillation::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("opposed", opposed, -1, 1, "cosine of consecutive gradients or updates below which they are opposed");
    fields.number("least_level", leastLevel, 0, kMany, "warning while the loss is above this share of its start");
    fields.number("problem_level", problemLevel, 0, kMany, "problem while the loss is above this share of its start");
}

void LearningRateTooLow::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("tiny_update", tinyUpdate, 0, 1, "update beside the weights that is too small");
    fields.number("small_update", smallUpdate, 0, 1, "update beside the weights that is too small where gradients agree");
    fields.number("problem_update", problemUpdate, 0, 1, "update beside the weights that is a problem");
    fields.number("least_level", leastLevel, 0, kMany, "warning while the loss is above this share of its start");
    fields.number("stay_level", stayLevel, 0, kMany, "over below this share of the start");
    fields.number("agreeing", agreeing, -1, 1, "cosine above which consecutive gradients agree");
    fields.number("least_gradient", leastGradient, 0, kMany, "gradient beside the weights below which the rate is not what is wrong");
    fields.number("steady", steady, -1, 1, "cosine of gradients that agree for long");
    fields.number("noiseless", noiseless, -1, 1, "cosine of gradients without noise, which always agree");
    fields.number("steady_level", steadyLevel, 0, kMany, "least loss, by its start, while gradients agree for long");
    fields.number("most_steady_level", mostSteadyLevel, 0, kMany, "most loss, by its start, after gradients agreed for long");
    fields.whole("least_values", leastValues, 1, kMany, "values before it is judged");
    fields.whole("least_steps", leastSteps, 0, kMany, "steps before it is judged");
    fields.whole("long_steps", longSteps, 0, kMany, "steps without agreeing gradients");
}

void UpdateRatio::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("large", large, 0, kMany, "update beside the weights that is too large");
    fields.number("problem", problem, 0, kMany, "update beside the weights that is a problem");
    fields.number("small", small, 0, 1, "update beside the weights that is too small");
    fields.number("usual", usual, 0, 1, "while the median over layers is above this");
    fields.number("tiny_gradient", tinyGradient, 0, 1, "gradient beside the weights that says little");
    fields.number("long_step", longStep, 0, 1, "update beside the weights that is long with such gradients");
    fields.number("least_level", leastLevel, 0, kMany, "while the loss is above this share of its start");
}

void VanishingGradient::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("ratio", ratio, 0, 1, "norm of the first third of the layers by that of the last, below which is a warning");
    fields.number("problem_ratio", problemRatio, 0, 1, "and below which is a problem");
    fields.number("least_rms", leastRms, 0, kMany, "root mean square below which a gradient is too small");
    fields.number("least_level", leastLevel, 0, kMany, "while the loss is above this share of its start");
}

void ExplodingGradient::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("ratio", ratio, 1, kMany, "norm of the first third of the layers by that of the last, above which is a warning");
    fields.number("of_weights", ofWeights, 0, kMany, "gradient beside the weights that is a warning");
    fields.number("problem_of_weights", problemOfWeights, 0, kMany, "gradient beside the weights that is a problem");
    fields.number("growth", growth, 1, kMany, "growth in time that is a warning");
    fields.number("least_level", leastLevel, 0, kMany, "while the loss is above this share of its start");
}

void NoGradient::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.whole("least_ticks", leastTicks, 1, kMany, "ticks in a row");
}

void LayerFrozen::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.whole("least_ticks", leastTicks, 1, kMany, "ticks in a row");
}

void DeadUnits::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("many", many, 0, 1, "share of dead units that is a warning");
    fields.number("whole", whole, 0, 1, "share of dead units that is a problem");
    fields.number("grown", grown, 0, 1, "share of dead units that is a warning if it grew");
    fields.number("growth", growth, 0, 1, "by so much since the start");
    fields.number("silent", silent, 0, 1, "share of active outputs below which a layer is silent");
}

void Saturation::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("outputs", outputs, 0, 1, "share of saturated outputs that is a warning");
    fields.number("problem_outputs", problemOutputs, 0, 1, "share of saturated outputs that is a problem");
    fields.number("units", units, 0, 1, "share of units saturated for a whole batch that is a warning");
    fields.number("least_level", leastLevel, 0, kMany, "while the loss is above this share of its start");
}

void RankCollapse::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("of_start", ofStart, 0, 1, "effective rank by that at the start that is a warning");
    fields.number("few", few, 1, kMany, "effective rank that is a problem");
    fields.number("least_start", leastStart, 1, kMany, "least effective rank at the start that is judged");
    fields.number("least_level", leastLevel, 0, kMany, "while the loss is above this share of its start");
}

void BadInitialisation::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("ratio", ratio, 1, kMany, "largest output by the smallest at the start that is a warning");
    fields.number("problem_ratio", problemRatio, 1, kMany, "and that is a problem");
    fields.number("few_directions", fewDirections, 1, kMany, "effective rank of weights at the start below which is a warning");
    fields.number("least_rank", leastRank, 1, kMany, "least rank that such weights could have");
}

void NotNormalised::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("mean", mean, 0, kMany, "distance of the mean from zero, in deviations, that is a warning");
    fields.number("large", large, 0, kMany, "deviation above which is a warning");
    fields.number("small", small, 0, kMany, "deviation below which is a warning");
}

void ClassImbalance::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("share", share, 0, 1, "share of the most frequent class from which on it is judged");
    fields.number("least_gain", leastGain, 0, 1, "least accuracy over that share, by the share of all other classes");
    fields.number("others", others, 0, 1, "how often other classes are predicted beside how often they are labels, below which is a warning");
    fields.whole("least_values", leastValues, 1, kMany, "values before it is judged");
}

void ClippingAlwaysActive::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("share", share, 0, 1, "share of ticks at which gradients are clipped");
    fields.number("ratio", ratio, 1, kMany, "norm of the gradient by the limit that is a note");
    fields.number("warning_ratio", warningRatio, 1, kMany, "norm of the gradient by the limit that is a warning");
    fields.whole("least_ticks", leastTicks, 1, kMany, "ticks before it is judged");
}

void BatchNormSamples::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.whole("few", few, 1, kMany, "samples in a batch below which is a warning");
}

void BatchNormDrift::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("warning", warning, 0, kMany, "divergence of a batch from the running statistics that is a warning, in nats");
    fields.number("problem", problem, 0, kMany, "and that is a problem");
}

void ProbabilitiesAsLogits::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("share", share, 0, 1, "share of samples whose outputs are probabilities");
}

void DataStarvation::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("share", share, 0, 1, "share of the time that the training waits");
}

void Overfitting::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("note", note, 0, kMany, "rise of the validation loss above its best that is a note");
    fields.number("warning", warning, 0, kMany, "and that is a warning");
    fields.number("problem", problem, 0, kMany, "and that is a problem");
    fields.number("of_start", ofStart, 0, kMany, "least rise by the training loss at the start");
    fields.number("train_fall", trainFall, 0, 1, "least fall of the training loss meanwhile");
    fields.number("gap", gap, 0, kMany, "gap between both losses, by the start, that is a warning");
    fields.number("train_share", trainShare, 0, 1, "while the training loss is below this share of the validation loss");
    fields.whole("least_after", leastAfter, 1, kMany, "validations after the best");
}

void ValidationNoBetterThanGuessing::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("share", share, 0, kMany, "share of the loss of guessing above which validation is no better");
    fields.number("best", best, 0, kMany, "share of the loss of guessing that no validation was below");
    fields.number("learnt", learnt, 0, 1, "problem if the training loss fell below this share of its start");
    fields.whole("least", least, 1, kMany, "validations before it is judged");
    fields.whole("problem", problem, 1, kMany, "validations after which it is a problem");
    fields.whole("least_train", leastTrain, 1, kMany, "training losses before it is judged, or as many as validations");
}

void TrainingNoise::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("accuracy_gap", accuracyGap, 0, 1, "accuracy that training is below validation");
    fields.number("loss_share", lossShare, 0, 1, "or share of the training loss that the validation loss is below");
    fields.number("least_level", leastLevel, 0, kMany, "while the training loss is above this share of its start");
    fields.whole("validations", validations, 1, kMany, "validations in a row");
}

} // namespace rules

namespace {

template <typename... Kinds>
std::vector<Rule> allOf(std::in_place_type_t<std::variant<Kinds...>>)
{
    return {Kinds()...};
}

/// What a list of reactions can name.
std::vector<std::string> triggers()
{
    std::vector<std::string> names = {"problem", "warning"};
    for (const Rule &rule : allRules())
        names.emplace_back(nameOf(rule));
    return names;
}

} // namespace

std::vector<Rule> allRules()
{
    return allOf(std::in_place_type<Rule>);
}

void Health::describe(Fields &fields)
{
    const auto reaction = [&fields](const char *key, std::vector<std::string> &names, const char *help) {
        fields.visit({key, FieldType::ChoiceList, {}, help, triggers()}, names);
    };
    reaction("notify", notify, "findings of which rules the desktop shows; \"warning\" and \"problem\" are whatever is so severe, or more");
    reaction("checkpoint", checkpoint, "upon which a checkpoint is written");
    reaction("pause", pause, "upon which the training pauses; where nobody can go on with it, it does not");
    reaction("stop", stop, "upon which the training is stopped");
    fields.kindsList("rules", rules, "rules that are set otherwise than by default");
}

std::vector<Rule> Health::judging() const
{
    std::vector<Rule> all = allRules();
    for (const Rule &set : rules)
        all[set.index()] = set;
    std::erase_if(all, [](const Rule &rule) { return !std::visit([](const rules::AnyRule &any) { return any.enabled; }, rule); });
    return all;
}

} // namespace lensboard::settings
