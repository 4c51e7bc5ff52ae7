#pragma once

#include "core/experiment/experiment.h"

namespace lensboard::test {

/// The choice of a data set with every default filled in, as a training gets it.
inline experiment::Choice datasetChoice(const experiment::Json &dataset)
{
    const std::string kind = dataset.at("kind").get<std::string>();
    return experiment::Experiment::fromJson({{"format", 1},
                                             {"dataset", dataset},
                                             {"model", {{"kind", kind == "text" ? "transformer" : "mlp"}}},
                                             {"optimizer", {{"kind", "sgd"}}}})
        .dataset;
}

} // namespace lensboard::test
