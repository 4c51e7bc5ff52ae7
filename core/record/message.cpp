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

std::string detail::withCount(std::string pattern, std::uint64_t count)
{
    if (const std::size_t place = pattern.find("%n"); place != std::string::npos)
        pattern.replace(place, 2, std::to_string(count));
    return pattern;
}

} // namespace lensboard::record
