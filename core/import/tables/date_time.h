#pragma once

#include <optional>
#include <string_view>

namespace lensboard::imports {

struct DateTime
{
    double wallSeconds = 0;    ///< since 1970-01-01 UTC
    bool isLocalTime = false; ///< it names no zone, so it was taken for this machine's local time
};

/// A date of ISO 8601 from 1970 on, with a time or without: 2024-05-31, 2024-05-31T12:34:56.789Z, 2024-05-31 12:34+02:00;
/// also with a comma before the fraction, as Python's logging writes it. Empty for anything else.
std::optional<DateTime> dateTime(std::string_view text);

/// Its seconds alone.
std::optional<double> secondsOfDate(std::string_view text);

} // namespace lensboard::imports
