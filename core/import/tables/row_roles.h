#pragma once

#include "core/import/tables/row_reading.h"
#include "core/import/tables/stamp_field.h"
#include "core/record/message.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace lensboard::imports {

struct SampledCell
{
    enum class Kind { Missing, Number, Text };

    Kind kind = Kind::Missing;
    double number = 0;
    std::string text = {};
};

/// A table's column, or a key of JSON objects, with its cell in each sampled row.
struct SampledColumn
{
    std::string name;
    bool isNamed = true; ///< the file has a name for it
    std::vector<SampledCell> cells = {};
};

/// Part: its texts separate runs, or parts of a run such as training and validation.
enum class Role { Series, Stamp, Part, SeriesName, SeriesValue, Skipped };

struct ColumnRole
{
    Role role = Role::Series;
    StampField field = StampField::None;

    bool operator==(const ColumnRole &) const = default;
};

/// The meaning of columns or keys, decided by evidence. Columns are named by their index.
struct RowRoles
{
    std::vector<ColumnRole> columns = {};
    std::optional<std::size_t> place = {}; ///< gives the row's position; without it, rows are counted
    std::optional<std::size_t> epoch = {};
    std::vector<std::size_t> runs = {};   ///< parts that separate runs
    std::vector<std::size_t> phases = {}; ///< parts of one run
    bool isLong = false;                  ///< a row has the name and the value of one series

    ColumnUse use(std::size_t column) const;
    bool operator==(const RowRoles &) const = default;
};

/// Named: only columns with common names hold names and values of series. ByContent: one column of numbers beside repeating texts does, too.
enum class LongFormat { Named, ByContent };

/// Decides the roles. Values count more than names: a step rises, and is not the same in all rows.
/// Errors: std::invalid_argument if a chosen column does not exist or its values do not fit, or if the choice contradicts itself.
RowRoles rowRoles(const std::vector<SampledColumn> &columns, LongFormat longFormat, const RoleChoice &choice = {});

/// Describes the roles for the user: the columns for step, epoch, time and phase, reasons against other columns, and the chosen ones.
std::vector<record::Message> describedRoles(const RowRoles &roles, const std::vector<SampledColumn> &columns, const RoleChoice &choice);

} // namespace lensboard::imports
