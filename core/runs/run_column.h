#pragma once

#include "core/runs/run_summary.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lensboard::runs {

/// A column of the run table.
struct RunColumn
{
    enum class Shows : std::uint8_t { Name, Status, Curve, Ticks, Duration, Health, Notes, Begun, Field, Last, Least, Greatest, Mean };

    Shows shows = Shows::Name;
    std::string key = {}; ///< dotted path of a field, or name of a quantity; otherwise empty

    auto operator<=>(const RunColumn &) const = default;
};

/// Returns true for columns of a quantity: last, least, greatest and mean value.
bool isOfQuantity(RunColumn::Shows shows);

/// A value in a run table; monostate if the run has none, and for curves. Durations are in seconds, times in seconds since 1970-01-01 UTC.
/// Texts from other tools' settings that are numbers become numbers.
using RunValue = std::variant<std::monostate, double, std::string>;

RunValue valueOf(const runs::RunSummary &run, const RunColumn &column);
/// Returns true if \p run is a mean of runs with different values in \p column. Such a run has no value there.
bool differs(const runs::RunSummary &run, const RunColumn &column);
/// Returns the value with all its digits; empty for monostate.
std::string toText(const RunValue &value);
/// Sort order: numbers by size, NaN after all other numbers, then texts in natural order ("seed=2" before "seed=10"), monostate last.
bool isBefore(const RunValue &a, const RunValue &b);

/// Returns the column's name in the syntax of RunFilter: `optimizer.lr`, `status`, `last(val_loss)`, `min(val_loss)`.
std::string toText(const RunColumn &column);
/// Parses the format of toText(). Any other text names a field; returns nullopt only if \p text is empty.
std::optional<RunColumn> columnFromText(std::string_view text);

/// Returns all columns with a value, or with one that can be computed, in at least one run. Columns that every run has come first, then
/// fields and quantities by name.
std::vector<RunColumn> columnsOf(std::span<const runs::RunSummary *const> runs);
/// Returns the columns that best distinguish \p runs: first at most \p maxFields experiment fields with different values, sorted by path;
/// prefers fields of the training and fields with few different values. Then at most \p maxQuantities last values: metrics and losses
/// first, and last the quantities that fewer than half of the runs have.
std::vector<RunColumn> tellingColumns(std::span<const runs::RunSummary *const> runs, std::size_t maxFields, std::size_t maxQuantities);

} // namespace lensboard::runs
