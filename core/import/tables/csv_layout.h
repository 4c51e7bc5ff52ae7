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
    /// Part: which part of the run a row is of, as training or validation.
    enum class Role { Series, Stamp, Part, SeriesName, SeriesValue, Skipped };

    std::string name;
    Role role = Role::Series;
    StampField field = StampField::None;
    NumberStyle numbers = {};
    bool isAmbiguous = false; ///< how its numbers are written
};

/// What the columns of a CSV file are. Wide: a series a column. Long: a series' name and a value a row.
struct CsvLayout
{
    char delimiter = ','; ///< ' ': any number of blanks
    bool hasHeader = false;
    bool isLong = false;
    std::vector<CsvColumn> columns;
    std::optional<std::size_t> place; ///< the column that says where a row stands; rows are counted if there is none
    std::optional<std::size_t> epoch; ///< the column of epochs
    std::optional<std::size_t> part;
    bool isCertain = false;           ///< more rows would not change it
};

/// More columns than these are left out.
constexpr std::size_t kMaxCsvColumns = 100'000;
/// Looking at more rows than these does not pay.
constexpr std::size_t kCsvSample = 20;

/// Judges by the first records of a file, at least two. \p comment is the last comment before them, without its '#':
/// some tools put the header there.
CsvLayout csvLayout(const std::vector<std::string> &records, const std::string &comment);

} // namespace lensboard::imports
