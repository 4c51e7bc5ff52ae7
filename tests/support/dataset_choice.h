#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/settings/dataset_settings.h"

namespace lensboard::test {

/// Returns the settings of a data set, validated like an experiment's.
inline settings::Dataset datasetChoice(const experiment::Json &dataset)
{
    const std::string kind = dataset.at("kind").get<std::string>();
    return experiment::Experiment::fromJson({{"format", 1},
                                             {"dataset", dataset},
                                             {"model", {{"kind", kind == "text" ? "transformer" : "mlp"}}},
                                             {"optimizer", {{"kind", "sgd"}}}})
        .dataset.as<settings::Dataset>();
}

/// Returns the settings of a table data set.
inline settings::CsvTable tableChoice(experiment::Json table)
{
    table["kind"] = "csv";
    return std::get<settings::CsvTable>(datasetChoice(table));
}

} // namespace lensboard::test
