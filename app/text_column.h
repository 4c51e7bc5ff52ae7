#pragma once

#include <algorithm>
#include <string>

namespace lensboard::app {

/// \p text with blanks up to \p width letters of UTF-8, for tables in a terminal.
inline std::string padded(const std::string &text, std::ptrdiff_t width)
{
    const auto letters = std::count_if(text.begin(), text.end(), [](unsigned char c) { return (c & 0xC0) != 0x80; });
    return text + std::string(static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, width - letters)), ' ');
}

} // namespace lensboard::app
