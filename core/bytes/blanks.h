#pragma once

#include <string_view>

namespace lensboard::bytes {

/// White space of JSON.
inline constexpr std::string_view kBlanks = " \t\r\n";

/// Returns \p text without leading and trailing \p blanks.
inline std::string_view trimmed(std::string_view text, std::string_view blanks = kBlanks)
{
    const std::size_t first = text.find_first_not_of(blanks);
    return first == text.npos ? std::string_view() : text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

/// Optional start of a UTF-8 text.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

} // namespace lensboard::bytes
