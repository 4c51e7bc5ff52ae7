#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace lensboard::app {

/// An option or argument of a command.
struct OptionHelp
{
    std::vector<std::string> names;   ///< with dashes, the longest first; of an argument its name alone
    std::string value;                ///< placeholder of the value; empty for a flag
    std::string description;
    std::vector<std::string> choices; ///< the values that are accepted; empty if others are, too
    bool isArgument = false;
    bool required = false;
    bool repeatable = false;
    bool takesFile = false; ///< the value is a path
};

/// A command as its help describes it, for manual pages and completion.
struct CommandHelp
{
    std::string name;
    std::string description;
    std::string footer;
    std::vector<OptionHelp> options;
    std::vector<CommandHelp> commands;
};

/// Returns the help of \p parser and its commands. Hidden commands are left out.
CommandHelp commandHelp(const CLI::App &parser);

} // namespace lensboard::app
