#pragma once

#include <optional>
#include <string_view>

namespace lensboard::imports {

struct DateTime
{
    double wallSeconds = 0;    ///< since 1970-01-01 UTC
    bool isLocalTime = false; ///< has no time zone, so this machine's local time was assumed
};

/// Parses an ISO 8601 date from 1970 on, with or without time: 2024-05-31, 2024-05-31T12:34:56.789Z, 2024-05-31 12:34+02:00.
/// Also accepts a comma before the fraction (Python's logging). Returns nullopt for other texts.
std::optional<DateTime> dateTime(std::string_view text);

/// Returns only wallSeconds of dateTime().
std::optional<double> secondsOfDate(std::string_view text);

/// Parses a duration in Python's notation, "1 day, 0:08:23" or "0:02:12.5", or with units, "1h 2m 3s". Returns nullopt for other texts.
std::optional<double> durationSeconds(std::string_view text);

} // namespace lensboard::imports
