#include "core/record/message.h"

#include <algorithm>

namespace lensboard::record {

std::string filledIn(std::string_view pattern, std::initializer_list<std::string> arguments)
{
    std::string text;
    while (!pattern.empty()) {
        const std::size_t mark = std::min(pattern.find('%'), pattern.size());
        text += pattern.substr(0, mark);
        pattern.remove_prefix(mark);
        if (pattern.empty())
            break;
        const std::size_t number = pattern.size() > 1 ? static_cast<std::size_t>(pattern[1] - '1') : arguments.size();
        const bool isArgument = number < arguments.size();
        text += isArgument ? std::string_view(arguments.begin()[number]) : pattern.substr(0, 1);
        pattern.remove_prefix(isArgument ? 2 : 1);
    }
    return text;
}

std::string counted(std::uint64_t count, const char *one, const char *several)
{
    std::string text = count == 1 ? one : several;
    if (const std::size_t place = text.find("%n"); place != std::string::npos)
        text.replace(place, 2, std::to_string(count));
    return text;
}

} // namespace lensboard::record
