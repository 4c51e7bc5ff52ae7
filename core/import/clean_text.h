#pragma once

#include <string>
#include <string_view>

namespace lensboard::imports {

/// \p text with every byte that is no UTF-8 replaced by U+FFFD: names and messages go to JSON, SQLite and the window.
std::string cleanText(std::string_view text);

/// Clean, and at most \p bytes long; then it ends with an ellipsis. For texts within messages.
std::string clipped(std::string_view text, std::size_t bytes);

} // namespace lensboard::imports
