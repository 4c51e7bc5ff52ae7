#pragma once

#include "core/import/tables/row_roles.h"
#include "core/import/tables/written_number.h"
#include "core/record/message.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lensboard::imports {

struct CsvColumn
{
    std::string name;
    bool isNamed = true; ///< false: the name is made up
    ColumnUse use = ColumnUse::Value;
    bool isChosen = false; ///< by the user
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
    std::vector<std::size_t> runs;    ///< columns with a value per run
    std::vector<std::size_t> phases;  ///< columns with a value per part of a run
    std::optional<std::size_t> timeOfDay; ///< column of the time to the date in another column
    std::vector<record::Message> description = {}; ///< of the roles, for the user

    std::vector<std::string> namesOf(const std::vector<std::size_t> &indices) const;
    /// Returns true if both read rows alike.
    bool isLike(const CsvLayout &other) const;
};

/// Further columns are skipped.
constexpr std::size_t kMaxCsvColumns = 100'000;

/// Determines the layout from records of a file: its first one and at least one more. \p comment is the last comment
/// before them without '#', because some tools write the header there. Ignores records after another header.
/// Errors: std::invalid_argument of rowRoles().
CsvLayout csvLayout(const std::vector<std::string> &records, const std::string &comment, const RoleChoice &choice = {});

/// Returns true if \p cells are a header in a file with the columns of \p layout: names instead of numbers, some of them known.
bool isHeader(const std::vector<std::string> &cells, const CsvLayout &layout);
/// Returns the layout after another header: known names keep their roles.
CsvLayout layoutAfter(const std::vector<std::string> &header, const CsvLayout &before);

/// Returns header and first row of a record that is both, because its writer forgot the line break: "r,l,t-21.0,792,63.4". \p second is the
/// record after it. Returns nullopt for other records.
std::optional<std::pair<std::string, std::string>> partedHeader(std::string_view first, std::string_view second);

} // namespace lensboard::imports
