#pragma once

#include <cstddef>
#include <string_view>

namespace lensboard::bytes {

/// Returns true if \p word is one of \p words, a list separated by single spaces.
constexpr bool hasWord(std::string_view words, std::string_view word)
{
    for (std::size_t from = 0; from <= words.size();) {
        const std::size_t end = words.find(' ', from) == words.npos ? words.size() : words.find(' ', from);
        if (words.substr(from, end - from) == word)
            return true;
        from = end + 1;
    }
    return false;
}

} // namespace lensboard::bytes
