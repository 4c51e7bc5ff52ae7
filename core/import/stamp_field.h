#pragma once

#include "core/record/frame.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lensboard::imports {

/// What a column or key says about when a row was measured, not what was measured. The first ones are what rows can
/// be placed by, the best first.
enum class StampField { Step, Iteration, Tick, Epoch, X, Samples, WallTime, None };

/// By names in use, in any case: "global_step", "Epoch", "Wall time".
StampField stampField(std::string_view name);

/// Whether rows can be placed by it.
bool isPlace(StampField field);

/// A step as it is written in a file: a whole number that a double holds exactly. Empty for any other.
std::optional<std::int64_t> wholeNumber(double value);

/// Seconds since 1970 from seconds or milliseconds; empty for a number that is no date after 1973.
std::optional<double> wallSeconds(double value);

/// Puts \p value in the place of \p stamp that \p field is about. False if it does not fit there.
bool setStamp(record::TickStamp &stamp, StampField field, double value);

/// What a stamp says that was placed at \p step by \p field.
record::TickStamp stampAt(StampField field, std::int64_t step);

} // namespace lensboard::imports
