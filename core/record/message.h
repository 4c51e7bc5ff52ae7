#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

namespace lensboard::record {

/// \p pattern with %1 … %9 replaced, each by the argument of that number.
std::string filledIn(std::string_view pattern, std::initializer_list<std::string> arguments);

namespace detail {
template<typename T>
std::string messageArgument(const T &argument)
{
    if constexpr (std::is_same_v<T, char>)
        return {argument};
    else if constexpr (std::is_arithmetic_v<T>)
        return std::to_string(argument);
    else
        return std::string(argument);
}
} // namespace detail

/// A text for the user, in English: `message("%1: no such file", path.string())`.
///
/// \p pattern is a literal. The table of all patterns in core is handed to the translators, and the window, which finds
/// the pattern that a text was made of, shows the text in its own language; so does a text that stands in an old run.
template<typename... Arguments>
std::string message(const char *pattern, const Arguments &...arguments)
{
    return filledIn(pattern, {detail::messageArgument(arguments)...});
}

/// A name of what is plotted, in English: `term("%1 Norm", "Weight")`. As message(), with a table of its own, so that a layer
/// called "value" in a message stays what it is.
template<typename... Arguments>
std::string term(const char *pattern, const Arguments &...arguments)
{
    return filledIn(pattern, {detail::messageArgument(arguments)...});
}

/// \p pattern, a literal of a table that becomes a message elsewhere, for the translators.
constexpr const char *messagePattern(const char *pattern)
{
    return pattern;
}

/// The same of a term.
constexpr const char *termPattern(const char *pattern)
{
    return pattern;
}

namespace detail {
std::string withCount(std::string pattern, std::uint64_t count);
} // namespace detail

/// `counted(n, "%n value", "%n values")`: 1 value, 2 values. Both are patterns; only a number is taken for their %n.
template<typename... Arguments>
std::string counted(std::uint64_t count, const char *one, const char *several, const Arguments &...arguments)
{
    return filledIn(detail::withCount(count == 1 ? one : several, count), {detail::messageArgument(arguments)...});
}

} // namespace lensboard::record
