#pragma once

#include "app/commands/command_help.h"

#include <string>

namespace lensboard::app {

/// Returns the manual page lensboard(1) in the language of man(7).
std::string manualPage(const CommandHelp &program);

/// Returns the page of \p command, lensboard-NAME(1).
std::string manualPage(const CommandHelp &command, const CommandHelp &program);

} // namespace lensboard::app
