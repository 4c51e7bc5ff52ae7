#pragma once

#include <optional>
#include <string_view>

namespace lensboard::imports {

/// Seconds since 1970 from a date as ISO 8601 and the logs of Python write it: "2025-08-01T12:34:56.123456+00:00",
/// "2025-08-01 12:34:56,123"; local time where it names no zone. Empty for anything else.
std::optional<double> secondsOfDate(std::string_view text);

} // namespace lensboard::imports
