#pragma once

#include <filesystem>
#include <string>

namespace lensboard::app {

/// Errors: std::runtime_error that says what to do, unless the user has allowed \p program of that content to run, or says so now.
void requireTrust(const std::filesystem::path &program, const std::string &sha256, bool isTrusted);

} // namespace lensboard::app
