#pragma once

#include "core/dataset/read_report.h"
#include "core/experiment/settings/dataset_settings.h"
#include "core/record/message.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lensboard::dataset {

/// The numeric content of a table.
struct CsvRows
{
    std::vector<float> inputs;         ///< row by row: [count, inputNames]
    std::vector<float> values;         ///< targets of a regression: [count, CsvTable::targets]
    std::vector<std::int64_t> classes; ///< targets of a classification: [count]
    std::int64_t count = 0;
};

/// A table, and a validation table with the same columns if dataset.validation_path is set.
struct CsvTable
{
    std::vector<std::string> inputNames; ///< names of the input columns; "colour=red" for the category red of column colour
    std::int64_t targets = 1;            ///< number of target columns
    CsvRows training;
    CsvRows validation; ///< empty without a validation file
    std::vector<std::string> classNames;
    std::vector<record::Message> notices;
};

/// Reads the tables named by the settings of dataset.kind "csv", gzipped or not. The training table defines the
/// categories and classes.
/// Errors: DatasetError naming the file, the line, the column and the expected content.
CsvTable readCsvTable(const settings::CsvTable &wanted, const ReadReport &report = [](double) {},
                      const ReadReport &validationReport = [](double) {});

} // namespace lensboard::dataset
