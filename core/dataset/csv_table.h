#pragma once

#include "core/dataset/read_report.h"
#include "core/experiment/settings/dataset_settings.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lensboard::dataset {

/// A table's numbers, row by row.
struct CsvRows
{
    std::vector<float> inputs;         ///< row by row: [count, inputNames]
    std::vector<float> values;         ///< targets of a regression: [count, CsvTable::targets]
    std::vector<std::int64_t> classes; ///< targets of a classification: [count]
    std::int64_t count = 0;
};

/// A table, and another one of the same columns to validate with, if dataset.validation_path names it.
struct CsvTable
{
    std::vector<std::string> inputNames; ///< of the columns of inputs; "colour=red" of one that stands for a category
    std::int64_t targets = 1;            ///< columns
    CsvRows training;
    CsvRows validation; ///< none without a file for them
    std::vector<std::string> classNames;
    std::vector<std::string> notices;
};

/// Reads tables as the settings of dataset.kind "csv" say, gzipped or not. Categories and classes are those of the
/// table that trains.
/// Errors: DatasetError naming the file, the line, the column and what was expected.
CsvTable readCsvTable(const settings::CsvTable &wanted, const ReadReport &report = [](double) {},
                      const ReadReport &validationReport = [](double) {});

} // namespace lensboard::dataset
