#pragma once

#include <string_view>

namespace lensboard::bytes {

/// White space as JSON has it.
inline constexpr std::string_view kBlanks = " \t\r\n";

/// Of a text in UTF-8 that has one.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

} // namespace lensboard::bytes
