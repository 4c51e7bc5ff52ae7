#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lensboard::record {

/// Shortest text that reads back as the same double, whatever the locale.
/// Non-finite values are nan, inf and -inf, as every CSV reader in use understands them.
std::string numberText(double value);

/// Errors: empty if \p text is not wholly a number as numberText() or a person would write it.
std::optional<double> numberFromText(std::string_view text);

} // namespace lensboard::record
