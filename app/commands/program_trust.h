#pragma once

#include <filesystem>
#include <string>

namespace lensboard::app {

/// Throws unless the user trusts \p program with this content: remembered earlier, or \p isTrusted.
/// Errors: std::runtime_error that says how to trust it.
void requireTrust(const std::filesystem::path &program, const std::string &sha256, bool isTrusted);

} // namespace lensboard::app
