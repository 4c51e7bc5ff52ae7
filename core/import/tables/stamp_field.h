#pragma once

#include "core/record/frame.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lensboard::imports {

/// What a column or key says about when a row was measured, not what was measured. The first ones are what rows can
/// be placed by, the best first.
enum class StampField { GlobalStep, Step, Iteration, Tick, Epoch, X, Samples, WallTime, None };

/// By names in use, in any case: "global_step", "Epoch", "Wall time".
StampField stampField(std::string_view name);

/// Whether rows can be placed by it.
bool isPlace(StampField field);

/// A step as it is written in a file: a whole number that a double holds exactly. Empty for any other.
std::optional<std::int64_t> wholeNumber(double value);

/// What a row is placed by, if it can be: epochs may be in fractions, of which the whole is given.
std::optional<std::int64_t> placeNumber(double value, StampField field);

/// Seconds since 1970 from seconds or milliseconds; empty for a number that is no date after 1973.
std::optional<double> wallSeconds(double value);

/// What a row says of when it was measured.
struct RowStamp
{
    std::int64_t step = 0;
    std::optional<std::int64_t> tick = {};
    std::optional<std::int64_t> epoch = {};
    std::optional<std::int64_t> samples = {};
    std::optional<double> wallSeconds = {}; ///< since 1970-01-01 UTC

    /// Takes what \p other says and this does not.
    void complete(const RowStamp &other);

    bool operator==(const RowStamp &) const = default;
};

/// Puts \p value in the place of \p stamp that \p field is about. False if it does not fit there.
bool setStamp(RowStamp &stamp, StampField field, double value);
bool setStamp(record::TickStamp &stamp, StampField field, double value);

/// What a stamp says that was placed at \p step by \p field.
record::TickStamp stampAt(StampField field, std::int64_t step);

/// Whether a text, in any case, is what people call a part of a run: train, val, test, ...
bool isPartOfRun(std::string_view text);
/// Whether a column or key of this name may say which part of the run a row is of: mode, phase, split, ...
bool namesPartOfRun(std::string_view name);

} // namespace lensboard::imports
