#pragma once

#include "core/dataset/read_report.h"
#include "core/experiment/experiment.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lensboard::dataset {

/// A table's numbers, row by row.
struct CsvTable
{
    std::vector<std::string> inputNames; ///< of the columns of inputs; "colour=red" of one that stands for a category
    std::vector<float> inputs;
    std::vector<float> values;          ///< to be told, of a regression
    std::vector<std::int64_t> classes;  ///< to be told, of a classification
    std::vector<std::string> classNames;
    std::int64_t rows = 0;
    std::vector<std::string> notices;
};

/// Reads a table as the settings of dataset.kind "csv" say, gzipped or not.
/// Errors: DatasetError naming the file, the line, the column and what was expected.
CsvTable readCsvTable(const experiment::Choice &choice, const ReadReport &report = [](double) {});

} // namespace lensboard::dataset
