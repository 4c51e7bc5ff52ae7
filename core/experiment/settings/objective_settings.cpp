#include "core/experiment/settings/objective_settings.h"

#include <concepts>

namespace lensboard::settings {

void CrossEntropy::describe(Fields &fields)
{
    fields.number("label_smoothing", labelSmoothing, 0, 0.999, "share of the target that is spread over all classes");
}

void NumberLoss::describe(Fields &fields)
{
    fields.choice("target", target, Names<2>{"data", "input"}, "what outputs are compared with: the data's targets, or the inputs, as an autoencoder's");
}

void SmoothL1::describe(Fields &fields)
{
    NumberLoss::describe(fields);
    fields.positive("beta", beta, "errors below it are squared");
}

bool isOfInputs(const Loss &loss)
{
    return std::visit([]<typename Kind>(const Kind &settings) {
        if constexpr (std::derived_from<Kind, NumberLoss>)
            return settings.target == Target::Input;
        else
            return false;
    }, loss);
}

} // namespace lensboard::settings
