#include "core/experiment/settings/rules/data_rules.h"

namespace lensboard::settings::rules {

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

} // namespace lensboard::settings::rules
