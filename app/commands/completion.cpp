#include "app/commands/completion.h"

#include <algorithm>
#include <stdexcept>

namespace lensboard::app {

namespace {

std::string wordsJoined(const std::vector<std::string> &words, const std::string &separator = " ")
{
    std::string result;
    for (const std::string &word : words)
        result += (result.empty() ? std::string() : separator) + word;
    return result;
}

/// Returns the names of all options and of \p command's commands.
std::vector<std::string> wordsOf(const CommandHelp &command)
{
    std::vector<std::string> words;
    for (const CommandHelp &inner : command.commands)
        words.push_back(inner.name);
    for (const OptionHelp &option : command.options)
        if (!option.isArgument)
            words.insert(words.end(), option.names.begin(), option.names.end());
    return words;
}

/// Returns \p text within single quotes, for zsh and fish.
std::string quoted(const std::string &text)
{
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + '\'';
}

/// Returns the lines of bash's case statement for options that take a value, in \p command.
std::string bashValues(const CommandHelp &command)
{
    std::string cases;
    for (const OptionHelp &option : command.options) {
        if (option.isArgument || option.value.empty())
            continue;
        const std::string reply = !option.choices.empty() ? "COMPREPLY=($(compgen -W \"" + wordsJoined(option.choices) + "\" -- \"$word\"))"
            : option.takesFile                            ? "_lensboard_paths"
                                                          : "COMPREPLY=()";
        cases += "        " + command.name + ":" + wordsJoined(option.names, "|" + command.name + ":") + ") " + reply + "; return ;;\n";
    }
    return cases;
}

/// Returns bash's replies for the arguments of \p command that have choices.
std::string bashChoices(const CommandHelp &command)
{
    std::vector<std::string> choices = wordsOf(command);
    for (const OptionHelp &option : command.options)
        if (option.isArgument)
            choices.insert(choices.end(), option.choices.begin(), option.choices.end());
    return "        " + command.name + ") words=\"" + wordsJoined(choices) + "\" ;;\n";
}

std::string bash(const CommandHelp &program)
{
    std::string values, words;
    for (const CommandHelp &command : program.commands) {
        values += bashValues(command);
        words += bashChoices(command);
    }
    values += bashValues(program);
    words += bashChoices(program);
    std::vector<std::string> names;
    for (const CommandHelp &command : program.commands)
        names.push_back(command.name);
    return R"(# Completion of lensboard for bash.
_lensboard_paths() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
}
_lensboard() {
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=lensboard words i
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        )" + wordsJoined(names, "|") + R"() command=${COMP_WORDS[i]}; break ;;
        esac
    done
    case $command:$previous in
)" + values + R"(    esac
    case $command in
)" + words + R"(    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    if [[ $word != -* && ${#COMPREPLY[@]} == 0 ]]; then _lensboard_paths; fi
}
complete -F _lensboard lensboard
)";
}

/// Returns \p text as a part of a specification of zsh's _arguments.
std::string zshText(const std::string &text)
{
    std::string result;
    for (const char c : text)
        result += c == '[' || c == ']' || c == ':' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return result;
}

std::string zshAction(const OptionHelp &option)
{
    return !option.choices.empty() ? "(" + wordsJoined(option.choices) + ")" : option.takesFile ? "_files" : "";
}

std::string zshArguments(const CommandHelp &command)
{
    std::string result = "_arguments";
    for (const OptionHelp &option : command.options) {
        const std::string action = ":" + zshAction(option);
        if (option.isArgument) {
            result += " \\\n            " + quoted((option.repeatable ? "*:" : ":") + zshText(option.names.front()) + action);
            continue;
        }
        for (const std::string &name : option.names)
            result += " \\\n            " + quoted((option.repeatable ? "*" : "") + name + '[' + zshText(option.description) + ']'
                                                   + (option.value.empty() ? "" : ":" + option.value + action));
    }
    return result;
}

std::string zsh(const CommandHelp &program)
{
    std::string commands, cases;
    for (const CommandHelp &command : program.commands) {
        commands += "        " + quoted(command.name + ':' + command.description) + '\n';
        cases += "    " + command.name + ")\n        " + zshArguments(command) + "\n        ;;\n";
    }
    return "#compdef lensboard\n# Completion of lensboard for zsh.\n_lensboard() {\n    local -a commands=(\n" + commands
        + R"(    )
    if ((CURRENT == 2)); then
        _describe command commands
        )" + zshArguments(program) + R"(
        return
    fi
    local command=$words[2]
    shift words
    ((CURRENT--))
    case $command in
)" + cases + R"(    *)
        _files
        ;;
    esac
}
if [ "$funcstack[1]" = _lensboard ]; then _lensboard "$@"; else compdef _lensboard lensboard; fi
)";
}

std::string fishOption(const OptionHelp &option, const std::string &condition)
{
    std::string result = "complete -c lensboard -n " + quoted(condition);
    for (const std::string &name : option.names)
        result += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (!option.value.empty())
        result += option.takesFile ? " -r -F" : option.choices.empty() ? " -x" : " -x -a " + quoted(wordsJoined(option.choices));
    return result + " -d " + quoted(option.description) + '\n';
}

std::string fishOptions(const CommandHelp &command, const std::string &condition)
{
    std::string result;
    for (const OptionHelp &option : command.options) {
        if (!option.isArgument)
            result += fishOption(option, condition);
        else if (!option.choices.empty())
            result += "complete -c lensboard -f -n " + quoted(condition) + " -a " + quoted(wordsJoined(option.choices)) + '\n';
    }
    return result;
}

std::string fish(const CommandHelp &program)
{
    std::string result = "# Completion of lensboard for fish.\n" + fishOptions(program, "__fish_use_subcommand");
    for (const CommandHelp &command : program.commands)
        result += "complete -c lensboard -n __fish_use_subcommand -a " + command.name + " -d " + quoted(command.description) + '\n'
            + fishOptions(command, "__fish_seen_subcommand_from " + command.name);
    return result;
}

struct Shell
{
    const char *name;
    std::string (*script)(const CommandHelp &program);
};

constexpr Shell kShells[]{{"bash", bash}, {"zsh", zsh}, {"fish", fish}};

} // namespace

std::vector<std::string> completionShells()
{
    std::vector<std::string> names;
    for (const Shell &shell : kShells)
        names.emplace_back(shell.name);
    return names;
}

std::string completionScript(const std::string &shell, const CommandHelp &program)
{
    const auto *const found = std::ranges::find(kShells, shell, &Shell::name);
    if (found == std::end(kShells))
        throw std::invalid_argument("no completion is written for " + shell);
    return found->script(program);
}

} // namespace lensboard::app
