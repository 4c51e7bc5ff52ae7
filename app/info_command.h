#pragma once

#include <string>

namespace lensboard::app {

/// `lensboard info`: what a run holds, as text or as JSON. In JSON, non-finite numbers are the texts "NaN",
/// "Infinity" and "-Infinity".
int info(const std::string &path, bool json);

} // namespace lensboard::app
