#pragma once

#include "app/commands/command_help.h"

#include <string>
#include <vector>

namespace lensboard::app {

/// Returns the shells that completion is written for: bash, zsh, fish.
std::vector<std::string> completionShells();

/// Returns a script that makes \p shell, one of completionShells(), complete commands, options, their choices and paths.
/// Throws std::invalid_argument for another shell.
std::string completionScript(const std::string &shell, const CommandHelp &program);

} // namespace lensboard::app
