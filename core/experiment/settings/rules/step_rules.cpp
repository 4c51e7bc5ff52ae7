#include "core/experiment/settings/rules/step_rules.h"

namespace lensboard::settings::rules {

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

void ClippingAlwaysActive::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("share", share, 0, 1, "share of ticks at which gradients are clipped");
    fields.number("ratio", ratio, 1, kMany, "norm of the gradient by the limit that is a note");
    fields.number("warning_ratio", warningRatio, 1, kMany, "norm of the gradient by the limit that is a warning");
    fields.whole("least_ticks", leastTicks, 1, kMany, "ticks before it is judged");
}

} // namespace lensboard::settings::rules
