#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lensboard::record {

/// Returns the shortest text that reads back as the same double, in any locale. Non-finite values are nan, inf and -inf, as common CSV
/// readers expect.
std::string numberText(double value);

/// Parses a number in the format of numberText() or as a person would type it. Rounds numbers beyond the range of doubles, such as 1e400, to
/// infinity or zero. Returns nullopt if \p text contains anything else.
std::optional<double> numberFromText(std::string_view text);

} // namespace lensboard::record
