#include "core/experiment/settings/rules/gradient_rules.h"

namespace lensboard::settings::rules {

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

} // namespace lensboard::settings::rules
