#include "core/experiment/settings/rules/loss_rules.h"

namespace lensboard::settings::rules {

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

} // namespace lensboard::settings::rules
