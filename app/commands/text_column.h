#pragma once

#include <algorithm>
#include <string>

namespace lensboard::app {

/// Returns the number of code points in UTF-8 \p text.
inline std::ptrdiff_t letterCount(const std::string &text)
{
    return std::count_if(text.begin(), text.end(), [](unsigned char c) { return (c & 0xC0) != 0x80; });
}

/// Pads \p text with blanks to \p width letters, for tables in a terminal.
inline std::string padded(const std::string &text, std::ptrdiff_t width)
{
    return text + std::string(static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, width - letterCount(text))), ' ');
}

} // namespace lensboard::app
