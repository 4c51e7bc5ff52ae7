#pragma once

#include "core/import/run_summary.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lensboard::runs {

/// A column of a table of runs.
struct RunColumn
{
    enum class Shows : std::uint8_t { Name, Status, Curve, Ticks, Duration, Health, Notes, Begun, Field, Last, Least, Greatest, Mean };

    Shows shows = Shows::Name;
    std::string key = {}; ///< of a field its dotted path, of a quantity its name; else empty

    auto operator<=>(const RunColumn &) const = default;
};

/// Returns true for columns of a quantity: its last value, its least, ...
bool isOfQuantity(RunColumn::Shows shows);

/// Nothing if a run has none, and of curves, which are no value. Durations are in seconds, times in seconds since 1970-01-01 UTC; numbers of other tools' settings that
/// are written as text are numbers.
using RunValue = std::variant<std::monostate, double, std::string>;

RunValue valueOf(const imports::RunSummary &run, const RunColumn &column);
/// Returns true if \p run is a mean of runs that have different values there. Such a run has no value.
bool differs(const imports::RunSummary &run, const RunColumn &column);
/// As text with all digits; empty for nothing.
std::string toText(const RunValue &value);
/// Numbers by size, before texts in natural order ("seed=2" before "seed=10"); NaN behind all numbers, nothing behind everything.
bool isBefore(const RunValue &a, const RunValue &b);

/// As a RunFilter reads it: `optimizer.lr`, `status`, `last(val_loss)`, `min(val_loss)`.
std::string toText(const RunColumn &column);
/// Nothing if \p text is not as toText() writes it.
std::optional<RunColumn> columnFromText(std::string_view text);

/// All columns that any of \p runs has a value for, or would have if it was asked for: what is known of every run first, fields and quantities by name.
std::vector<RunColumn> columnsOf(std::span<const imports::RunSummary *const> runs);
/// Those that tell \p runs apart at a glance: at most \p mostFields fields of experiments in which they differ, those with fewest values
/// first, and at most \p mostQuantities last values, metrics and losses first, and last those that less than half of the runs have.
std::vector<RunColumn> tellingColumns(std::span<const imports::RunSummary *const> runs, std::size_t mostFields, std::size_t mostQuantities);

} // namespace lensboard::runs
