#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

namespace lensboard::record {

/// Returns \p pattern with %1 … %9 replaced by the arguments of these numbers.
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
/// \p pattern must be a literal. All patterns in core are collected for the translators. The window finds the pattern of a text and shows
/// the text in the user's language, also for texts in old runs.
template<typename... Arguments>
std::string message(const char *pattern, const Arguments &...arguments)
{
    return filledIn(pattern, {detail::messageArgument(arguments)...});
}

/// Name of a plotted quantity, in English: `term("%1 Norm", "Weight")`. Terms have a translation table of their own, so that a layer called
/// "value" inside a message is not translated.
template<typename... Arguments>
std::string term(const char *pattern, const Arguments &...arguments)
{
    return filledIn(pattern, {detail::messageArgument(arguments)...});
}

/// Marks \p pattern, a literal in a table, for translation. Another place passes it to message().
constexpr const char *messagePattern(const char *pattern)
{
    return pattern;
}

/// Marks a literal that becomes a term(), like messagePattern().
constexpr const char *termPattern(const char *pattern)
{
    return pattern;
}

namespace detail {
std::string withCount(std::string pattern, std::uint64_t count);
} // namespace detail

/// `counted(n, "%n value", "%n values")` returns "1 value" or "2 values". Both are patterns; %n accepts only the number.
template<typename... Arguments>
std::string counted(std::uint64_t count, const char *one, const char *several, const Arguments &...arguments)
{
    return filledIn(detail::withCount(count == 1 ? one : several, count), {detail::messageArgument(arguments)...});
}

} // namespace lensboard::record
