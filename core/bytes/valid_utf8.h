#pragma once

#include <string>
#include <string_view>

namespace lensboard::bytes {

/// \p text with U+FFFD for every byte that is not UTF-8, and for NUL: names and messages go to JSON, SQLite, protobuf
/// and the window.
std::string validUtf8(std::string_view text);

/// \p text for a terminal: control characters, which it would obey, are shown as \x1b; line breaks and tabs stay.
std::string printable(std::string_view text);

/// Valid, and at most \p bytes long; then it ends with an ellipsis. The default is as much of a name as a message shows.
std::string clipped(std::string_view text, std::size_t bytes = 60);

} // namespace lensboard::bytes
