#include "app/commands/command_help.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>

namespace lensboard::app {

namespace {

/// Returns the values that the option's CLI::IsMember accepts. Its description is {a,b,c}.
std::vector<std::string> choicesOf(const CLI::Option &option)
{
    const std::string type = option.get_type_name();
    const std::size_t begin = type.find('{'), end = type.rfind('}');
    if (begin == std::string::npos || end == std::string::npos)
        return {};
    return CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',');
}

/// Returns true if the value is a path. Decides by the name of the option or argument.
bool takesFile(const CLI::Option &option)
{
    constexpr std::array names{"files", "experiment", "run", "model", "path", "folder", "--out", "--resume", "--from", "--save-model",
                               "--tensorboard", "--png", "--svg", "--pdf", "--csv", "--jsonl", "--tensors"};
    return std::ranges::any_of(names, [&](const char *name) { return option.check_name(name); });
}

OptionHelp optionHelp(const CLI::Option &option)
{
    OptionHelp help;
    help.isArgument = option.get_positional();
    if (help.isArgument)
        help.names = {option.get_name(true, false)};
    for (const std::string &name : option.get_lnames())
        help.names.push_back("--" + name);
    for (const std::string &name : option.get_snames())
        help.names.push_back("-" + name);
    help.choices = choicesOf(option);
    help.takesFile = takesFile(option);
    if (option.get_expected_min() > 0 && option.get_type_size() > 0)
        help.value = help.takesFile ? "PATH" : !help.choices.empty() ? "NAME" : "VALUE";
    help.description = option.get_description();
    help.required = option.get_required();
    help.repeatable = option.get_expected_max() > 1;
    return help;
}

} // namespace

CommandHelp commandHelp(const CLI::App &parser)
{
    CommandHelp help{.name = parser.get_name(), .description = parser.get_description(), .footer = parser.get_footer(), .options = {}, .commands = {}};
    for (const CLI::Option *option : parser.get_options())
        help.options.push_back(optionHelp(*option));
    for (const CLI::App *command : parser.get_subcommands([](const CLI::App *) { return true; })) {
        if (command->get_name().empty()) { // a group of options
            const auto grouped = commandHelp(*command).options;
            help.options.insert(help.options.end(), grouped.begin(), grouped.end());
        } else if (!command->get_group().empty()) {
            help.commands.push_back(commandHelp(*command));
        }
    }
    return help;
}

} // namespace lensboard::app
