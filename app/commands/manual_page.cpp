#include "app/commands/manual_page.h"

#include "core/record/version.h"

#include <algorithm>

namespace lensboard::app {

namespace {

/// Returns \p text with the characters escaped that man(7) would interpret.
std::string escaped(const std::string &text)
{
    std::string result;
    for (const char c : text) {
        if (c == '\\')
            result += "\\e";
        else if (c == '-')
            result += "\\-";
        else if (result.empty() && (c == '.' || c == '\''))
            result += std::string("\\&") + c;
        else
            result += c;
    }
    return result;
}

std::string bold(const std::string &text)
{
    return "\\fB" + escaped(text) + "\\fR";
}

std::string italic(const std::string &text)
{
    return "\\fI" + escaped(text) + "\\fR";
}

std::string heading(const std::string &title)
{
    std::string upper = title;
    std::ranges::transform(upper, upper.begin(), [](char c) { return static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c); });
    return ".TH " + upper + " 1 \"\" \"lensboard " + record::version() + "\" \"User Commands\"\n";
}

/// Returns the description as a sentence.
std::string sentence(const std::string &description)
{
    std::string result = description;
    if (!result.empty() && result.front() >= 'a' && result.front() <= 'z')
        result.front() = static_cast<char>(result.front() - 'a' + 'A');
    if (!result.empty() && result.back() != '.')
        result += '.';
    return escaped(result) + '\n';
}

/// Returns the option as it is called: its names, each with the placeholder of its value.
std::string call(const OptionHelp &option)
{
    if (option.isArgument)
        return italic(option.names.front());
    std::string result;
    for (const std::string &name : option.names) {
        result += (result.empty() ? "" : ", ") + bold(name);
        if (!option.value.empty())
            result += ' ' + italic(option.value);
    }
    return result;
}

std::string synopsis(const CommandHelp &command, const std::string &call)
{
    std::string result = ".SH SYNOPSIS\n" + bold(call);
    if (std::ranges::any_of(command.options, [](const OptionHelp &option) { return !option.isArgument; }))
        result += " [" + italic("OPTION") + "]...";
    for (const OptionHelp &option : command.options) {
        if (!option.isArgument)
            continue;
        const std::string argument = italic(option.names.front()) + (option.repeatable ? "..." : "");
        result += option.required ? ' ' + argument : " [" + argument + ']';
    }
    return result + '\n';
}

std::string options(const CommandHelp &command)
{
    std::string result = ".SH OPTIONS\n";
    for (const OptionHelp &option : command.options) {
        result += ".TP\n" + call(option) + '\n' + sentence(option.description);
        if (option.choices.empty())
            continue;
        std::string choices;
        for (const std::string &choice : option.choices)
            choices += (choices.empty() ? "" : ", ") + choice;
        result += "One of " + escaped(choices) + ".\n";
    }
    return result;
}

std::string exitCodes(const CommandHelp &program)
{
    return ".SH EXIT STATUS\n" + escaped(program.footer) + '\n';
}

std::string pageName(const CommandHelp &command)
{
    return "lensboard-" + command.name;
}

} // namespace

std::string manualPage(const CommandHelp &program)
{
    std::string result = heading("lensboard") + ".SH NAME\nlensboard \\- watch a neural network train from the inside\n"
        + synopsis(program, "lensboard") + ".br\n" + bold("lensboard") + ' ' + italic("COMMAND") + " [" + italic("OPTION") + "]...\n"
        + ".SH DESCRIPTION\nOpens a window that shows trainings: those of experiments, which it trains, runs of this and other tools, and\n"
          "trainings that other programs record. The commands do the same without a window.\n"
        + options(program) + ".SH COMMANDS\n";
    for (const CommandHelp &command : program.commands)
        result += ".TP\n" + bold(command.name) + '\n' + sentence(command.description) + "See " + bold(pageName(command)) + "(1).\n";
    return result + exitCodes(program);
}

std::string manualPage(const CommandHelp &command, const CommandHelp &program)
{
    return heading(pageName(command)) + ".SH NAME\n" + escaped(pageName(command)) + " \\- " + escaped(command.description) + '\n'
        + synopsis(command, "lensboard " + command.name) + ".SH DESCRIPTION\n" + sentence(command.description) + options(command)
        + exitCodes(program) + ".SH SEE ALSO\n" + bold("lensboard") + "(1)\n";
}

} // namespace lensboard::app
