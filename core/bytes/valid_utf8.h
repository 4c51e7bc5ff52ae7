#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lensboard::bytes {

/// Returns \p text with U+FFFD for every byte that is not valid UTF-8, and for NUL, as JSON, SQLite, protobuf and the window require.
std::string validUtf8(std::string_view text);

/// Returns the length of the first character in bytes; 0 if it is invalid or NUL. \p text must not be empty.
std::size_t characterLength(std::string_view text);

/// Appends the character \p code. It must not be a surrogate, nor above 0x10FFFF.
void appendUtf8(std::string &text, std::uint32_t code);

/// Returns \p text for a terminal: control characters are escaped as \x1b, except line breaks and tabs.
std::string printable(std::string_view text);

/// Returns valid UTF-8 of at most \p bytes bytes; a shortened text ends with an ellipsis. The default suits a name in a message.
std::string clipped(std::string_view text, std::size_t bytes = 60);

} // namespace lensboard::bytes
