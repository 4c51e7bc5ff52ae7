#pragma once

#include <string>
#include <string_view>

namespace lensboard::bytes {

/// As `sha256sum` prints it.
std::string sha256(std::string_view bytes);

} // namespace lensboard::bytes
