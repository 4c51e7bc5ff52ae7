#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lensboard::imports {

/// The use of a column, as users see and choose it. SeriesName: each of its texts is a series. Run, Phase: each of its texts separates rows.
enum class ColumnUse { Value, Step, Epoch, Tick, Samples, Time, Run, Phase, SeriesName, Skipped };

/// Returns the name of \p use in files and messages: "step".
const char *toText(ColumnUse use);
/// Returns nullopt if \p text names no use.
std::optional<ColumnUse> columnUseFromText(std::string_view text);

/// Uses of columns chosen by the user, by name. The evidence decides on the other columns.
using RoleChoice = std::vector<std::pair<std::string, ColumnUse>>;

/// Returns the choice of columns for step and run; an empty name leaves it to the evidence.
RoleChoice roleChoice(const std::string &step, const std::string &run);

/// How the rows of a file are read, with sampled rows, for the user to see and change.
struct RowReading
{
    /// A column of the file, or a key of its objects.
    struct Column
    {
        std::string name;
        ColumnUse use = ColumnUse::Value;
        bool isChosen = false; ///< by the user
    };

    std::string format;          ///< "CSV"
    std::vector<Column> columns = {};
    std::vector<std::pair<std::uint64_t, std::vector<std::string>>> rows = {}; ///< from beginning, middle and end: number in the file, and cells by column
    std::uint64_t runs = 1;
    std::uint64_t read = 0;    ///< number of rows with values
    std::uint64_t skipped = 0; ///< number of rows left out

    /// Returns the columns with chosen uses.
    RoleChoice choice() const;
    /// Returns the format and the columns' names as a text. Files with equal shapes are read alike.
    std::string shape() const;
};

/// Returns the positions of sampled rows to show, for the indices of all sampled rows: some from the beginning, the middle and the end of the file.
std::vector<std::size_t> shownRows(const std::vector<std::uint64_t> &indices);

} // namespace lensboard::imports
