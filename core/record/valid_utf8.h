#pragma once

#include <string>
#include <string_view>

namespace lensboard::record {

/// \p text with U+FFFD for what is not UTF-8, and for NUL.
std::string validUtf8(std::string_view text);

} // namespace lensboard::record
