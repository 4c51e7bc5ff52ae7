#pragma once

#include <string>
#include <string_view>

namespace lensboard::bytes {

/// Returns the checksum in hexadecimal, as `sha256sum` prints it.
std::string sha256(std::string_view bytes);

} // namespace lensboard::bytes
