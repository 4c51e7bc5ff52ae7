#include "core/experiment/name_pattern.h"

#include <algorithm>
#include <set>

namespace lensboard::experiment {

namespace {

/// Positions in a pattern. The part before each of them matches the characters read so far.
using Places = std::set<std::size_t>;

/// Adds \p place and the places after stars there, as a star may match nothing.
void reach(Places &places, std::string_view pattern, std::size_t place)
{
    while (places.insert(place).second && place < pattern.size() && pattern[place] == '*')
        ++place;
}

Places placesAfter(std::string_view prefix, std::string_view pattern)
{
    Places places;
    reach(places, pattern, 0);
    for (const char read : prefix) {
        Places next;
        for (const std::size_t place : places) {
            const char wanted = place < pattern.size() ? pattern[place] : '\0';
            if (wanted == '*')
                reach(next, pattern, place);
            else if (place < pattern.size() && (wanted == '?' || wanted == read))
                reach(next, pattern, place + 1);
        }
        places = std::move(next);
    }
    return places;
}

} // namespace

bool isPattern(std::string_view pattern)
{
    return pattern.find_first_of("*?") != std::string_view::npos;
}

bool matches(std::string_view pattern, std::string_view name)
{
    return placesAfter(name, pattern).contains(pattern.size());
}

bool matchesAny(const std::vector<std::string> &patterns, std::string_view name)
{
    return std::ranges::any_of(patterns, [&](const std::string &pattern) { return matches(pattern, name); });
}

std::vector<std::string> restsAfter(std::string_view prefix, std::string_view pattern)
{
    std::vector<std::string> rests;
    for (const std::size_t place : placesAfter(prefix, pattern))
        if (place < pattern.size())
            rests.emplace_back(pattern.substr(place));
    return rests;
}

std::string plainName(std::string_view pattern)
{
    if (!isPattern(pattern))
        return std::string(pattern);
    std::string name(pattern);
    std::erase_if(name, [](char c) { return c == '*' || c == '?'; });
    const std::size_t first = name.find_first_not_of("_.");
    return first == std::string::npos ? std::string() : name.substr(first, name.find_last_not_of("_.") - first + 1);
}

} // namespace lensboard::experiment
