#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/settings/dataset_settings.h"

namespace lensboard::test {

/// A data set's settings, checked as those of an experiment are.
inline settings::Dataset datasetChoice(const experiment::Json &dataset)
{
    const std::string kind = dataset.at("kind").get<std::string>();
    return experiment::Experiment::fromJson({{"format", 1},
                                             {"dataset", dataset},
                                             {"model", {{"kind", kind == "text" ? "transformer" : "mlp"}}},
                                             {"optimizer", {{"kind", "sgd"}}}})
        .dataset.as<settings::Dataset>();
}

/// A table's.
inline settings::CsvTable tableChoice(experiment::Json table)
{
    table["kind"] = "csv";
    return std::get<settings::CsvTable>(datasetChoice(table));
}

} // namespace lensboard::test
