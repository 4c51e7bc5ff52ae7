#include "core/experiment/settings/rules/layer_rules.h"

namespace lensboard::settings::rules {

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

} // namespace lensboard::settings::rules
