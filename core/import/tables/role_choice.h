#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lensboard::imports {

/// The use of a column, as users see and choose it. SeriesName: each of its texts is a series. Run, Phase: each of its texts separates rows.
enum class ColumnUse { Value, Step, Epoch, Tick, Samples, Time, Run, Phase, SeriesName, Skipped };

const char *toText(ColumnUse use);
std::optional<ColumnUse> columnUseFromText(std::string_view text);

/// Uses of columns chosen by the user, by name. The evidence decides on the other columns.
using RoleChoice = std::vector<std::pair<std::string, ColumnUse>>;

/// Returns the choice of columns for step and run; an empty name leaves it to the evidence.
RoleChoice roleChoice(const std::string &step, const std::string &run);

} // namespace lensboard::imports
