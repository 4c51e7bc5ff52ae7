#pragma once

#include "core/import/tables/stamp_field.h"
#include "core/import/tables/written_number.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace lensboard::imports {

struct CsvColumn
{
    /// Part: the part of the run that a row belongs to, such as training or validation.
    enum class Role { Series, Stamp, Part, SeriesName, SeriesValue, Skipped };

    std::string name;
    Role role = Role::Series;
    StampField field = StampField::None;
    NumberStyle numbers = {};
    bool isAmbiguous = false; ///< the number format is unknown
};

/// Meaning of a CSV file's columns. Wide: one series per column. Long: one series name and value per row.
struct CsvLayout
{
    char delimiter = ','; ///< ' ' means any number of blanks
    bool hasHeader = false;
    bool isLong = false;
    std::vector<CsvColumn> columns;
    std::optional<std::size_t> place; ///< column of the row's position; without it, rows are counted
    std::optional<std::size_t> epoch; ///< column of the epoch
    std::optional<std::size_t> part;
    bool isCertain = false;           ///< more rows cannot change the layout
};

/// Further columns are skipped.
constexpr std::size_t kMaxCsvColumns = 100'000;
/// Number of rows to inspect; more rows do not improve the result.
constexpr std::size_t kCsvSample = 20;

/// Determines the layout from the first records of a file, at least two. \p comment is the last comment before them without
/// '#', because some tools write the header there.
CsvLayout csvLayout(const std::vector<std::string> &records, const std::string &comment);

} // namespace lensboard::imports
