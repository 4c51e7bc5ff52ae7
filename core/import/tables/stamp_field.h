#pragma once

#include "core/record/frame.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lensboard::imports {

/// The meaning of a column or key that tells when a row was measured; None for measurements. Ordered by preference for
/// placing rows, best first.
enum class StampField { GlobalStep, Step, Iteration, Tick, Epoch, X, Samples, WallTime, None };

/// Returns the field for a common name, ignoring case: "global_step", "Epoch", "Wall time".
StampField stampField(std::string_view name);

/// Returns true for names that also stand for a setting, the number of all steps or epochs: "total_steps", "epochs".
bool namesTotal(std::string_view name);
/// Returns true for other names that end with a word for a step: "env_step", "episode".
bool endsLikeStep(std::string_view name);

/// Returns true if \p field can give a row's place.
bool isPlace(StampField field);

/// Converts a step from a file. Returns nullopt if \p value is not an integer that a double represents exactly.
std::optional<std::int64_t> wholeNumber(double value);

/// Returns the place of a row, or nullopt if \p value is not valid. Fractional epochs are rounded down.
std::optional<std::int64_t> placeNumber(double value, StampField field);

/// Limit of steps, so that sums of two do not overflow.
constexpr std::int64_t kLargestStep = 4'000'000'000'000'000'000;
/// Parses an integer of at most kLargestStep exactly, beyond a double's digits.
std::optional<std::int64_t> exactNumber(std::string_view text);

/// Converts seconds, milliseconds, microseconds or nanoseconds to seconds since 1970; nullopt if \p value is not a date after 1973.
std::optional<double> wallSeconds(double value);

/// A row's time information.
struct RowStamp
{
    std::int64_t step = 0;
    std::optional<std::int64_t> tick = {};
    std::optional<std::int64_t> epoch = {};
    std::optional<std::int64_t> samples = {};
    std::optional<double> wallSeconds = {}; ///< since 1970-01-01 UTC

    /// Sets the empty members from \p other.
    void complete(const RowStamp &other);

    bool operator==(const RowStamp &) const = default;
};

/// Sets the member of \p stamp for \p field. Returns false if \p value is not valid there.
bool setStamp(RowStamp &stamp, StampField field, double value);
bool setStamp(record::TickStamp &stamp, StampField field, double value);

/// Returns the stamp of a row with the place \p step in \p field.
record::TickStamp stampAt(StampField field, std::int64_t step);

/// Returns true if \p text is a common name of a part of a run, ignoring case: train, val, test, ...
bool isPartOfRun(std::string_view text);
/// Returns true if a column or key with this name may contain the part of the run: mode, phase, split, ...
bool namesPartOfRun(std::string_view name);

} // namespace lensboard::imports
